import { LatchkeyError } from '@latchkey/protocol/errors'

/** The error for a wallet whose answer is not what was asked for. */
export function badAnswer(name: string, what: string): LatchkeyError {
  return new LatchkeyError('WALLET_BAD_ANSWER', `${name} answered with something that is not ${what}.`, {
    hints: ['Unlock the wallet, choose an account in it, and try again.'],
  })
}
