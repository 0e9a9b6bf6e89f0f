/**
 * Writes an amount exactly: no rounding, no zeros at the end.
 *
 * @param amount - In the smallest unit.
 * @param decimals - How many digits stand behind the point.
 * @returns For example `0.5` or `12,000`.
 */
export function writeAmount(amount: bigint, decimals: number): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ',')
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${amount < 0n ? '−' : ''}${whole}${rest === '' ? '' : `.${rest}`}`
}

/**
 * What values are shown in: how much of a currency one US dollar buys. Dollars that stand in for a currency without a rate are named
 * by their code.
 */
export type Money = { readonly currency: string; readonly rate: number; readonly isNamed?: boolean }

const dollars: Money = { currency: 'usd', rate: 1 }

/**
 * Writes about how much an amount is worth.
 *
 * @param amount - In the smallest unit.
 * @param decimals - How many digits stand behind the point.
 * @param price - The price of one unit in US dollars; absent where unknown.
 * @param money - What it is shown in; US dollars when absent.
 * @returns For example `$1.20`, `< €0.01`, `USD 1.20`, or nothing.
 */
export function writeFiat(
  amount: bigint,
  decimals: number,
  price: number | undefined,
  { currency, rate, isNamed }: Money = dollars,
): string | undefined {
  // To read beside the exact amount, so a floating number will do.
  const value = price === undefined ? Number.NaN : (Number(amount) / 10 ** decimals) * price * rate
  if (!Number.isFinite(value) || value <= 0) return undefined
  const currencyDisplay = isNamed ? 'code' : 'symbol'
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
  const least = 10 ** -(format.resolvedOptions().maximumFractionDigits ?? 2)
  return value < least ? `< ${format.format(least)}` : format.format(value)
}

/**
 * Returns whether an allowance has no real end, whatever the token: less is judged against what there is of it (`judgeGrants`).
 *
 * @param amount - The allowance.
 * @returns True from 2 to the power of 96 on, 79 thousand million of a token of 18 decimals: a page that wants all need not ask for
 * the largest number that there is.
 */
export function isUnlimited(amount: bigint): boolean {
  return amount >= 1n << 96n
}
