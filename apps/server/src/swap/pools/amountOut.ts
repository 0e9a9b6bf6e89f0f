import { priceImpactOf } from './priceImpactOf.js'

/** The reserves of a pool: of the input token and of the output token. */
export type Reserves = { paid: bigint; given: bigint }

const million = 1_000_000n

/**
 * Follows an amount through pools whose product never falls, as their contracts round.
 *
 * @param amount - What is paid into the first.
 * @param pools - The pools on the way.
 * @param fee - What each keeps of what is paid in, in millionths.
 * @returns What comes out of the last, and the price impact as a fraction; nothing when nothing comes out.
 */
export function amountOut(
  amount: bigint,
  pools: readonly Reserves[],
  fee: number,
): { toAmount: bigint; priceImpact: number } | undefined {
  const kept = million - BigInt(fee)
  let toAmount = amount
  // What would come out if the swap did not move the prices: `asked / divisor`.
  let asked = amount
  let divisor = 1n
  for (const { paid, given } of pools) {
    if (paid === 0n || given === 0n) return undefined
    const taken = toAmount * kept
    toAmount = (taken * given) / (paid * million + taken)
    asked *= kept * given
    divisor *= million * paid
  }
  if (toAmount === 0n || asked === 0n) return undefined
  return { toAmount, priceImpact: priceImpactOf(toAmount, { asked, divisor }) }
}
