import type { SwapOrder } from './swapPort.js'

/** The least that may come out of a swap: what slippage leaves of it, and never less than was promised. */
export function minimumOf(toAmount: bigint, { slippage, promised }: Pick<SwapOrder, 'slippage' | 'promised'>): bigint {
  // Rounded up: a promise of nothing is none.
  const left = (toAmount * BigInt(10_000 - slippage) + 9_999n) / 10_000n
  return left > promised ? left : promised
}
