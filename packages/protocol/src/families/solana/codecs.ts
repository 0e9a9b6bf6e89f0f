const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const form = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

/**
 * Returns whether a text is 32 bytes in base58; without any library, so that a page may ask at every keystroke.
 *
 * @param text - Any text.
 * @returns True when it is an address.
 *
 * @example
 * import { isSolanaAddress } from '@latchkey/protocol/internal/solana'
 * isSolanaAddress('7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV') // true
 */
export function isSolanaAddress(text: string): boolean {
  if (!form.test(text)) return false
  let value = 0n
  for (const letter of text) value = value * 58n + BigInt(alphabet.indexOf(letter))
  // Each leading one is a byte of zeros that the number itself does not show.
  const zeros = text.length - text.replace(/^1+/, '').length
  const bytes = value === 0n ? 0 : Math.ceil(value.toString(16).length / 2)
  return zeros + bytes === 32
}

/** The commitments that a Solana node takes before it sends a transaction. @see https://solana.com/docs/rpc/http/sendtransaction */
export const preflightCommitments = [
  'processed',
  'confirmed',
  'finalized',
  'recent',
  'single',
  'singleGossip',
  'root',
  'max',
] as const
