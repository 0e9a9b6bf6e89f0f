/** Being written. */
export function WalletSend() {
  return null
}
