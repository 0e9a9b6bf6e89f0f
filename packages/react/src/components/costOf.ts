import { type Chain, formatAmount, type SendFlowState } from '@latchkey/core'

/** What a transfer costs, as far as prices are known. */
export type Cost = {
  /** US dollars that leave. */
  readonly value: number | undefined
  /** Highest network fee as a decimal text of the native coin. */
  readonly fee: string | undefined
  readonly feeValue: number | undefined
  /** What must stay, or is paid as rent, as a decimal text of the native coin; undefined where nothing must. */
  readonly reserve: string | undefined
  /** Amount and fee in US dollars. */
  readonly total: number | undefined
}

/** Reads the cost of a reviewed transfer; the fee has a price only where the native coin itself is sent or held. */
export function costOf({ draft, checks, quote }: SendFlowState, chain: Chain | undefined, nativePrice = 0): Cost {
  const { token } = draft
  const price = token && token.price > 0 ? token.price : undefined
  const coin = token?.address === undefined ? price : nativePrice > 0 ? nativePrice : undefined
  const value =
    token && price !== undefined && checks.amount !== undefined
      ? price * Number(formatAmount(checks.amount, Number(token.quantity.decimals)))
      : undefined
  const fee =
    quote.status === 'ready' && chain ? formatAmount(quote.value.fee, chain.nativeCurrency.decimals) : undefined
  const feeValue = fee !== undefined && coin !== undefined ? coin * Number(fee) : undefined
  const held = quote.status === 'ready' && chain ? quote.value.reserve : undefined
  const reserve = held && chain ? formatAmount(held, chain.nativeCurrency.decimals) : undefined
  return {
    value,
    fee,
    feeValue,
    reserve,
    total: value !== undefined && feeValue !== undefined ? value + feeValue : undefined,
  }
}
