import { type ErrorCode, type SendFlowState, showAmount } from '@latchkey/core'
import { isPaymentLink } from '../primitives/isPaymentLink.js'
import type { AccountStrings } from '../strings/accountStrings.js'
import type { Strings } from '../strings/en.js'

/** What is wrong with the amount, in words; undefined while it is fine or nothing was entered. */
export function amountTrouble({ checks, draft }: SendFlowState, strings: Strings & AccountStrings): string | undefined {
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
    case 'balance':
      return token && strings.amountHave(showAmount(token.quantity.numeric), clip(token.symbol))
    case 'fee':
      return strings.amountOnTop
    default:
      return undefined
  }
}

/** What the visitor should know of the receiver. */
export function receiverWarnings({ checks }: SendFlowState, strings: Strings & AccountStrings): readonly string[] {
  const texts = { checksum: strings.warnChecksum, own: strings.warnOwn, token: strings.warnToken }
  return checks.warnings.map((warning) => texts[warning])
}

/** What the main button of the form says: what is missing, what is wrong, or that all is right. */
export function mainLabel(state: SendFlowState, strings: Strings & AccountStrings, nativeSymbol: string): string {
  const { checks, draft, quote, account } = state
  if (!draft.token) return strings.chooseToken
  const symbol = clip(draft.token.symbol)
  if (checks.amountProblem === 'empty') return strings.enterAmount
  if (checks.amountProblem === 'balance') return strings.amountBalance(symbol)
  const hasReserve = quote.status === 'ready' && quote.value.reserve
  if (checks.amountProblem === 'fee')
    return (hasReserve ? strings.amountReserve : strings.amountFee)(clip(nativeSymbol))
  if (checks.amountProblem) return strings.invalidAmount
  if (checks.receiverProblem === 'empty') return strings.enterReceiver
  if (checks.receiverProblem) return isPaymentLink(draft.to) ? strings.invalidLink : strings.invalidReceiver
  if (quote.status === 'loading') return strings.gettingFee
  if (quote.status === 'failed') {
    const { code } = quote.error
    // Elsewhere it may be something else that is missing, which the text above the button says.
    if (code === 'INSUFFICIENT_FUNDS' && account?.startsWith('eip155:')) return strings.amountFee(clip(nativeSymbol))
    if (code === 'INVALID_AMOUNT') return strings.invalidAmount
    if (code === 'INVALID_ADDRESS') return strings.invalidReceiver
    return canAskAgain(state) ? strings.retry : strings.cannotSend
  }
  if (state.mustCompare) return strings.compareReceiver
  return strings.review
}

/** Faults that asking again does not mend: the amount, the receiver or the token must be another. */
const lasting: readonly ErrorCode[] = [
  'INSUFFICIENT_FUNDS',
  'INVALID_AMOUNT',
  'INVALID_ADDRESS',
  'INVALID_REQUEST',
  'SENDING_UNSUPPORTED',
]

/** Whether the cost may be asked for again. */
export function canAskAgain({ quote }: SendFlowState): boolean {
  return quote.status === 'failed' && !lasting.includes(quote.error.code)
}

/** What stands between the visitor and the review besides the fields. */
export function quoteTrouble({ quote, account }: SendFlowState, strings: Strings & AccountStrings): string | undefined {
  if (quote.status !== 'failed') return undefined
  const { code, message, hints } = quote.error
  // What an EVM node says of it is for programs; the button says it in words.
  if (code === 'INSUFFICIENT_FUNDS' && account?.startsWith('eip155:')) return undefined
  if (lasting.includes(code) || code === 'FEE_TOO_HIGH') return [message, ...hints].join(' ')
  return code === 'EXECUTION_REVERTED' ? strings.quoteReverted : strings.quoteFailed
}

/** What happened since the visitor last looked. */
export function noticeText(
  { notice, mayBeSent, error }: SendFlowState,
  strings: Strings & AccountStrings,
): string | undefined {
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
