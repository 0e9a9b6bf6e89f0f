/** Formats by their options: making one takes longer than drawing the row that it is for. */
const made = new Map<string, Intl.DateTimeFormat>()

/** A format of dates in the reader's language, made once. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  const known = made.get(key) ?? new Intl.DateTimeFormat(undefined, options)
  made.set(key, known)
  return known
}
