import { LatchkeyError } from '@latchkey/protocol/errors'

/** The error for a request in the name of an account that is not the wallet's own. @see https://eips.ethereum.org/EIPS/eip-1193#provider-errors */
export function strangeAccount(): LatchkeyError {
  return new LatchkeyError('UNAUTHORIZED', 'This account does not belong to the wallet that is signed in here', {
    rpcCode: 4100,
  })
}
