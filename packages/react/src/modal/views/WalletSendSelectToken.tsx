/** Being written. */
export function WalletSendSelectToken() {
  return null
}
