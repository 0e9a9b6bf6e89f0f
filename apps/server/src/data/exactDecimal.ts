/**
 * Writes an amount of smallest units as an exact decimal number: no rounding, no exponent, no trailing zeros.
 *
 * @param amount - The amount in smallest units, not negative.
 * @param decimals - How many of its digits stand behind the point.
 * @returns For example `1.5` for 1500000 with 6 decimals.
 */
export function exactDecimal(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}
