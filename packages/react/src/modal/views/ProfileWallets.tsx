/** Being written. */
export function ProfileWallets() {
  return null
}
