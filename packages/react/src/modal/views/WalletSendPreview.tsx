/** Being written. */
export function WalletSendPreview() {
  return null
}
