import { isLatchkeyError } from '@latchkey/core'
import type { Strings } from '../strings/en.js'
import type { WalletStrings } from '../strings/walletStrings.js'

/** Describes in the words of the modal why a wallet did not connect. */
export function explainConnectError(error: Error, strings: Strings & WalletStrings): { title: string; text: string } {
  if (isLatchkeyError(error, 'CONNECTION_REJECTED'))
    return { title: strings.connectRejectedTitle, text: strings.connectRejectedText }
  if (isLatchkeyError(error, 'CONNECTION_PENDING'))
    return { title: strings.connectPendingTitle, text: strings.connectPendingText }
  const hints = isLatchkeyError(error) ? error.hints : []
  return { title: strings.connectFailedTitle, text: [error.message || strings.unknownError, ...hints].join(' ') }
}
