import type { Locator } from 'playwright-core'

/** The amount of a symbol as it stands on the page: `1,000.5 USDC` is 1000.5. */
export async function shownAmount(where: Locator, symbol: string): Promise<number> {
  const text = (await where.textContent()) ?? ''
  const [, number] = new RegExp(`([\\d,]+(?:\\.\\d+)?)\\s*${symbol}\\b`).exec(text) ?? []
  if (number === undefined) throw new Error(`No amount of ${symbol} in “${text}”`)
  return Number(number.replaceAll(',', ''))
}

/** Base units as a number of whole tokens, cut to the three decimals that are shown. */
export function cut(amount: bigint, decimals: number): number {
  return Number((amount * 1000n) / 10n ** BigInt(decimals)) / 1000
}
