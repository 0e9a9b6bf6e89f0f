/** Being written. */
export function WalletSendConfirmed() {
  return null
}
