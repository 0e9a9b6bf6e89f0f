/** Being written. */
export function WalletReceive() {
  return null
}
