import { LatchkeyError } from '@latchkey/core'

/** What a wallet says that cannot be what was asked for. */
export function badAnswer(details: string): LatchkeyError {
  return new LatchkeyError('WALLET_BAD_ANSWER', 'The wallet returned an unexpected response.', {
    details,
    hints: ['Try again, or use another wallet.'],
  })
}
