/**
 * Reads an amount of money with at most two decimals, after a point or after the separator of the reader's language.
 *
 * @param text - As it was typed.
 * @param locale - A BCP 47 tag; the browser's own when absent.
 * @returns A decimal number; undefined where the text is none.
 */
export function readPayment(text: string, locale?: string): string | undefined {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5)
  const hasComma = parts.some(({ type, value }) => type === 'decimal' && value === ',')
  const plain = hasComma ? text.replace(',', '.') : text
  const [, whole, part = ''] = /^\s*(\d{1,9})(?:\.(\d{1,2}))?\s*$/.exec(plain) ?? []
  if (whole === undefined) return undefined
  return part === '' ? String(Number(whole)) : `${Number(whole)}.${part}`
}
