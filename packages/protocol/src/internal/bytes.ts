import { LatchkeyError } from '../errors.js'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * Writes bytes as base64url without padding.
 *
 * @param bytes - The bytes.
 * @returns The text.
 * @see https://www.rfc-editor.org/rfc/rfc4648#section-5
 *
 * @example
 * import { toBase64Url } from '@latchkey/protocol/internal/bytes'
 * toBase64Url(new Uint8Array([251, 255])) // '-_8'
 */
export function toBase64Url(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    const digits = [group >> 18, group >> 12, group >> 6, group].map((value) => alphabet[value & 63] ?? '')
    text += digits.slice(0, left >= 3 ? 4 : left + 1).join('')
  }
  return text
}

/**
 * Reads base64url without padding, and only its one canonical form.
 *
 * @param text - The text.
 * @returns The bytes.
 * @throws LatchkeyError INVALID_PARAMS for other characters, an impossible length, or bits that mean nothing.
 * @see https://www.rfc-editor.org/rfc/rfc4648#section-5
 *
 * @example
 * import { fromBase64Url } from '@latchkey/protocol/internal/bytes'
 * fromBase64Url('-_8') // Uint8Array [251, 255]
 */
export function fromBase64Url(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let [held, bits, at] = [0, 0, 0]
  for (const digit of text) {
    const value = alphabet.indexOf(digit)
    if (value < 0) throw new LatchkeyError('INVALID_PARAMS', 'The text is not base64url')
    held = ((held << 6) | value) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[at++] = (held >> bits) & 0xff
  }
  if (text.length % 4 === 1 || (held & ((1 << bits) - 1)) !== 0) {
    throw new LatchkeyError('INVALID_PARAMS', 'The text is not base64url')
  }
  return bytes
}
