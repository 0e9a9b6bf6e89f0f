import { LatchkeyError } from '@latchkey/protocol/errors'

/**
 * Creates the error for a wallet whose answer is not what was asked for.
 *
 * @param name - The wallet.
 * @param what - What was asked for, such as `a signature`.
 * @returns LatchkeyError WALLET_BAD_ANSWER.
 *
 * @example
 * import { badAnswer } from '@latchkey/core/family'
 * throw badAnswer('Wallet', 'a signature')
 */
export function badAnswer(name: string, what: string): LatchkeyError {
  return new LatchkeyError('WALLET_BAD_ANSWER', `${name} answered with something that is not ${what}.`, {
    hints: ['Unlock the wallet, choose an account in it, and try again.'],
  })
}
