/**
 * Writes a time as the browser's language does.
 *
 * @param time - In milliseconds since 1970.
 * @returns Day and time.
 */
export function formatDate(time: number): string {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}

/**
 * Writes a time of a contract in English, with its time zone.
 *
 * @param seconds - In seconds since 1970.
 * @param timeZone - The time zone; the browser's when absent.
 * @returns Day, time and zone; `for ever` for more than a `Date` can hold.
 */
export function writeTime(seconds: bigint, timeZone?: string): string {
  if (seconds > 8_640_000_000_000n) return 'for ever'
  const format = new Intl.DateTimeFormat('en', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  })
  return format.format(Number(seconds) * 1000)
}
