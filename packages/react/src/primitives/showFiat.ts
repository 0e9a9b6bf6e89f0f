/**
 * Writes an amount of money in the reader's way, shortened from nine digits before the point and two behind it on.
 *
 * @param value - In the currency.
 * @param options - The currency's ISO 4217 code, whether to write the code in place of the sign, whether it is the price of one, of which
 * the first digits count however small it is, and the reader's language.
 * @returns The text; undefined where there is no price.
 */
export function showFiat(
  value: number | undefined,
  { currency, isNamed, isPrice, locale }: { currency: string; isNamed?: boolean; isPrice?: boolean; locale?: string },
): string | undefined {
  if (value === undefined || !Number.isFinite(value)) return undefined
  const style = { style: 'currency', currency, currencyDisplay: isNamed ? 'code' : 'symbol' } as const
  if (isPrice && value > 0 && value < 1)
    return numberFormat(locale, { ...style, maximumSignificantDigits: 4 }).format(value)
  const whole = numberFormat(locale, style)
  const decimals = whole.resolvedOptions().maximumFractionDigits ?? 2
  const format = value < 10 ** (11 - decimals) ? whole : numberFormat(locale, { ...style, notation: 'compact' })
  if (value >= 1e15) return `> ${format.format(999e12)}`
  const least = 10 ** -decimals
  return value > 0 && value < least ? `< ${format.format(least)}` : format.format(value)
}

/** Formats by their options: making one takes longer than drawing the row that it is for. */
const made = new Map<string, Intl.NumberFormat>()

function numberFormat(locale: string | undefined, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify([locale, options])
  const known = made.get(key) ?? new Intl.NumberFormat(locale, options)
  made.set(key, known)
  return known
}
