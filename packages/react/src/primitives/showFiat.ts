/** An amount of money in the reader's way of writing, shortened from a billion on; undefined where there is no price. */
export function showFiat(value: number | undefined, locale?: string): string | undefined {
  if (value === undefined || !Number.isFinite(value)) return undefined
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    ...(value < 1e9 ? {} : { notation: 'compact' }),
  })
  if (value >= 1e15) return `> ${format.format(999e12)}`
  return value > 0 && value < 0.01 ? `< ${format.format(0.01)}` : format.format(value)
}
