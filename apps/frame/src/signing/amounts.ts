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
 * Writes about how much an amount is worth.
 *
 * @param amount - In the smallest unit.
 * @param decimals - How many digits stand behind the point.
 * @param price - What one whole costs, in US dollars; absent where nobody knows.
 * @returns For example `$1.20`, `< $0.01`, or nothing.
 */
export function writeFiat(amount: bigint, decimals: number, price: number | undefined): string | undefined {
  // To read beside the exact amount, so a floating number will do.
  const value = price === undefined ? Number.NaN : (Number(amount) / 10 ** decimals) * price
  if (!Number.isFinite(value) || value <= 0) return undefined
  if (value < 0.01) return '< $0.01'
  return value.toLocaleString('en', { style: 'currency', currency: 'USD' })
}

/**
 * Tells whether an allowance has no real end, whatever the token: less is judged against what there is of it (`judgeGrants`).
 *
 * @param amount - The allowance.
 * @returns True from 2 to the power of 96 on, 79 thousand million of a token of 18 decimals: a page that wants all need not ask for
 * the largest number that there is.
 */
export function isUnlimited(amount: bigint): boolean {
  return amount >= 1n << 96n
}
