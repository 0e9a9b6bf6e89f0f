/** Being written. */
export function Account() {
  return null
}
