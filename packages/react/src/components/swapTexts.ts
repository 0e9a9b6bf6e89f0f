import { formatAmount, showAmount } from '@latchkey/core'
import type { SwapFlowState } from '@latchkey/core/swap'
import type { AccountStrings } from '../strings/accountStrings.js'
import type { Strings } from '../strings/en.js'
import type { SwapStrings } from '../strings/swapStrings.js'
import { clip } from './sendTexts.js'

type AllStrings = Strings & AccountStrings & SwapStrings

/** From which price impact on a swap is warned of, and from which it needs a second click. */
export const impactBounds = { warn: 0.03, stop: 0.15 } as const

/** What is wrong with the amount, in words; undefined while it is fine or nothing was entered. */
export function swapAmountTrouble(state: SwapFlowState, held: string, strings: AllStrings): string | undefined {
  const { from } = state
  switch (state.amountProblem) {
    case 'unreadable':
      return strings.amountUnreadable
    case 'ambiguous':
      return strings.amountAmbiguous
    case 'decimals':
      return from && strings.amountDecimals(clip(from.symbol), from.decimals)
    case 'zero':
      return strings.amountZero
    case 'balance':
      return from && strings.amountHave(showAmount(held), clip(from.symbol))
    default:
      return undefined
  }
}

/** What the main button of the form says: what is missing, what is wrong, or that all is right. */
export function swapLabel(state: SwapFlowState, strings: AllStrings): string {
  const { from, to, quote, amountProblem, price, isReady } = state
  if (!from || !to) return strings.swapChooseToken
  if (amountProblem === 'empty') return strings.enterAmount
  if (amountProblem === 'balance') return strings.amountBalance(clip(from.symbol))
  if (amountProblem) return strings.invalidAmount
  if (quote.status === 'failed') return strings.retry
  if (quote.status === 'loading' && !price) return strings.swapGetting
  return isReady ? strings.swapReview : strings.swapGetting
}

/** Why there is no price. */
export function swapTrouble({ quote }: SwapFlowState, strings: AllStrings): string | undefined {
  if (quote.status !== 'failed') return undefined
  return quote.error.code === 'SWAP_UNAVAILABLE' ? strings.swapNoRoute : strings.swapQuoteFailed
}

/** What happened since the visitor last looked. */
export function swapNotice({ notice, error }: SwapFlowState, strings: AllStrings): string | undefined {
  switch (notice) {
    case 'rejected':
      return strings.swapRejected
    case 'notSent':
      return [error?.message, strings.swapNotSent].filter(Boolean).join(' ')
    case 'unknown':
      return strings.swapUnknown
    case 'priceMoved':
      return strings.swapPriceMoved
    case 'approvalFailed':
      return strings.swapApprovalFailed
    case 'permitRefused':
      return strings.swapPermitRefused
    case 'accountChanged':
      return strings.accountChanged
    case 'networkChanged':
      return strings.networkChanged
    default:
      return undefined
  }
}

/** What one unit of the source token gives, as a decimal text. */
export function rateOf({ from, to, price }: SwapFlowState): string | undefined {
  if (!from || !to || !price || price.amount === 0n) return undefined
  const unit = 10n ** BigInt(from.decimals)
  return formatAmount((price.toAmount * unit) / price.amount, to.decimals)
}

/**
 * The digits of what is received that are shown: three after the point, as of other amounts, and of less than that the first four, as
 * "< 0.001" hides how much it is.
 */
export function shownDigits(numeric: string): string {
  const [digits = numeric] = /^0\.000+[1-9]\d{0,3}|^\d+(\.\d{0,3})?/.exec(numeric) ?? []
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits
}

/** A fraction as per cent. */
export function percent(fraction: number): string {
  const format = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 2 })
  return fraction > 0 && fraction < 0.0001 ? `< ${format.format(0.0001)}` : format.format(fraction)
}
