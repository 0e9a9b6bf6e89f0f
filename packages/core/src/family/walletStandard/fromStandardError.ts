import { LatchkeyError } from '@latchkey/protocol/errors'

/** The standard's error codes for a rejection by the user. @see https://github.com/wallet-standard/wallet-standard/tree/master/packages/core/errors */
const declined = 4001000

/** Reads an error of a wallet of the standard; everything but the standard's own number is left for `fromRpcError`. */
export function fromStandardError(thrown: unknown): unknown {
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined
  return code === declined
    ? new LatchkeyError('USER_REJECTED', 'The request was rejected in the wallet.', { cause: thrown })
    : thrown
}
