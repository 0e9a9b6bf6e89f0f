import type { SendFlowState } from '@latchkey/core'
import type { Strings } from '../strings/en.js'

/** What is wrong with the amount, in words; undefined while it is fine or nothing was entered. */
export function amountTrouble({ checks, draft }: SendFlowState, strings: Strings): string | undefined {
  const { token } = draft
  switch (checks.amountProblem) {
    case 'unreadable':
      return strings.amountUnreadable
    case 'ambiguous':
      return strings.amountAmbiguous
    case 'decimals':
      return token && strings.amountDecimals(clip(token.symbol), Number(token.quantity.decimals))
    case 'zero':
      return strings.amountZero
    default:
      return undefined
  }
}

/** What the visitor should know of the receiver. */
export function receiverWarnings({ checks }: SendFlowState, strings: Strings): readonly string[] {
  const texts = { checksum: strings.warnChecksum, own: strings.warnOwn, token: strings.warnToken }
  return checks.warnings.map((warning) => texts[warning])
}

/** What the main button of the form says: what is missing, what is wrong, or that all is right. */
export function mainLabel(state: SendFlowState, strings: Strings, nativeSymbol: string): string {
  const { checks, draft, quote } = state
  if (!draft.token) return strings.chooseToken
  const symbol = clip(draft.token.symbol)
  if (checks.amountProblem === 'empty') return strings.enterAmount
  if (checks.amountProblem === 'balance') return strings.amountBalance(symbol)
  if (checks.amountProblem === 'fee') return strings.amountFee(clip(nativeSymbol))
  if (checks.amountProblem) return strings.invalidAmount
  if (checks.receiverProblem === 'empty') return strings.enterReceiver
  if (checks.receiverProblem) return strings.invalidReceiver
  if (quote.status === 'loading') return strings.gettingFee
  if (quote.status === 'failed') {
    if (quote.error.code === 'INSUFFICIENT_FUNDS') return strings.amountFee(clip(nativeSymbol))
    return strings.retry
  }
  return strings.review
}

/** What stands between the visitor and the review besides the fields. */
export function quoteTrouble({ quote }: SendFlowState, strings: Strings): string | undefined {
  if (quote.status !== 'failed' || quote.error.code === 'INSUFFICIENT_FUNDS') return undefined
  return quote.error.code === 'EXECUTION_REVERTED' ? strings.quoteReverted : strings.quoteFailed
}

/** What happened since the visitor last looked. */
export function noticeText({ notice, mayBeSent, error }: SendFlowState, strings: Strings): string | undefined {
  if (mayBeSent) return strings.mayBeSent
  switch (notice) {
    case 'rejected':
      return strings.sendRejected
    case 'notSent':
      return [error?.message, strings.sendNotSent].filter(Boolean).join(' ')
    case 'accountChanged':
      return strings.accountChanged
    case 'networkChanged':
      return strings.networkChanged
    default:
      return undefined
  }
}

/** A symbol for a button: a stranger wrote it, and it may be as long as a line. */
export function clip(symbol: string): string {
  return symbol.length > 12 ? `${symbol.slice(0, 11)}…` : symbol
}
