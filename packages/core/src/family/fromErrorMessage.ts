import { fromRpcError, LatchkeyError } from '@latchkey/protocol/errors'

/**
 * Creates a coded error of one from a wallet whose convention has no error numbers: only its message says what happened.
 *
 * @param thrown - What the wallet threw.
 * @returns A coded error: USER_REJECTED, CONNECTION_PENDING, or what its number says.
 *
 * @example
 * import { fromErrorMessage } from '@latchkey/core/family'
 * fromErrorMessage(new Error('Request rejected')).code // 'USER_REJECTED'
 */
export function fromErrorMessage(thrown: unknown): LatchkeyError {
  const error = fromRpcError(thrown)
  if (error.code !== 'UNKNOWN') return error
  if (/already|pending/i.test(error.message)) {
    return new LatchkeyError(
      'CONNECTION_PENDING',
      'A request is already open in the wallet. Open it and answer there.',
      {
        cause: thrown,
        details: error.message,
      },
    )
  }
  if (/reject|denied|cancel+ed|not allowed|not authori[sz]ed/i.test(error.message)) {
    return new LatchkeyError('USER_REJECTED', 'The request was rejected in the wallet.', {
      cause: thrown,
      details: error.message,
    })
  }
  return error
}
