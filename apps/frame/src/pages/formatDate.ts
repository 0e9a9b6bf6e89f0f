/**
 * Formats a time in the browser's locale.
 *
 * @param time - In milliseconds.
 * @returns Day and time.
 */
export function formatDate(time: number): string {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}
