/**
 * Writes a time as people where they are read it.
 *
 * @param time - In milliseconds.
 * @returns Day and time.
 */
export function dateOf(time: number): string {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}
