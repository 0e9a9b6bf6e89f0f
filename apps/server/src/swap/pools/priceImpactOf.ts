const million = 1_000_000n

/**
 * Returns by how much a swap moves the price against itself.
 *
 * @param toAmount - What comes out.
 * @param still - What would come out if it did not move the prices: `asked / divisor`.
 * @returns A fraction from 0 to 1.
 */
export function priceImpactOf(toAmount: bigint, { asked, divisor }: { asked: bigint; divisor: bigint }): number {
  const lost = ((asked - toAmount * divisor) * million) / asked
  return lost > 0n ? Number(lost) / Number(million) : 0
}
