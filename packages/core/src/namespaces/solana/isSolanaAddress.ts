const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const form = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

/** Tells whether a text is 32 bytes in base58; without any library, so that a page may ask at every keystroke. */
export function isSolanaAddress(text: string): boolean {
  if (!form.test(text)) return false
  let value = 0n
  for (const letter of text) value = value * 58n + BigInt(alphabet.indexOf(letter))
  // Each leading one is a byte of zeros that the number itself does not show.
  const zeros = text.length - text.replace(/^1+/, '').length
  const bytes = value === 0n ? 0 : Math.ceil(value.toString(16).length / 2)
  return zeros + bytes === 32
}
