const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long ago something was, in the reader's language: `3 min. ago`. */
export function showAge(milliseconds: number, locale?: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { style: 'short' })
  const [unit, length] = units.find(([, one]) => milliseconds >= one) ?? (['second', 1_000] as const)
  return format.format(-Math.max(1, Math.floor(milliseconds / length)), unit)
}
