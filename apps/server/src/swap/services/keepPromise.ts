import { Refusal } from '../../platform/http/refusal.js'
import type { SwapCall, SwapOrder } from '../swapPort.js'

/**
 * Asks a service for a transaction, and once more with less slippage where its minimum is below what was promised.
 *
 * @param order - What is swapped.
 * @param ask - Asks for it with a slippage in hundredths of a percent.
 * @returns The transaction; nothing where no route is.
 */
export async function keepPromise(
  order: SwapOrder,
  ask: (slippage: number) => Promise<SwapCall | undefined>,
): Promise<SwapCall | undefined> {
  const { promised } = order
  const first = await ask(order.slippage)
  if (first === undefined || first.minimum >= promised || first.toAmount < promised) return first
  const second = await ask(Number(((first.toAmount - promised) * 10_000n) / first.toAmount))
  if (second === undefined || second.minimum >= promised || second.toAmount < promised) return second
  throw new Refusal(400, 'slippage', 'The price has moved beyond the slippage since the quote')
}
