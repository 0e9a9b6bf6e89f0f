import { LatchkeyError } from '@latchkey/protocol/errors'

/** The error for a request of Solana in the name of an account that is not the wallet's own. */
export function strangeSolanaAccount(): LatchkeyError {
  return new LatchkeyError('INVALID_PARAMS', 'This account does not belong to the wallet that is signed in here')
}
