import { visibleText } from '@latchkey/protocol/internal/text'
import { hexToBytes } from '@noble/hashes/utils.js'

/**
 * Creates a short label of untrusted text: one line, without invisible characters, cut.
 *
 * @param text - The words.
 * @param limit - How many characters at most.
 * @returns The label.
 */
export function visibleLabel(text: string, limit = 80): string {
  const line = visibleText(text).replace(/\s+/g, ' ').trim()
  return line.length > limit ? `${line.slice(0, limit - 1)}…` : line
}

/**
 * Warns of marks in a text.
 *
 * @param shown - The text as `visibleText` gives it.
 * @returns The warning, or nothing.
 */
export function hiddenNotes(shown: string): readonly string[] {
  return shown.includes('⟨U+') ? ['This text holds invisible characters. Each is shown as a box with its code.'] : []
}

/**
 * Reads bytes as text if they are text.
 *
 * @param bytes - The bytes.
 * @returns The text, or undefined when they are no UTF-8 or hold control characters.
 */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return /[\p{Cc}]/u.test(text.replace(/[\t\r\n]/g, '')) ? undefined : text
  } catch {
    return undefined
  }
}

/**
 * Reads 0x hex.
 *
 * @param hex - Even digits after `0x`.
 * @returns The bytes, or undefined when invalid.
 */
export function bytesOfHex(hex: string): Uint8Array | undefined {
  return /^0x([\da-fA-F]{2})*$/.test(hex) ? hexToBytes(hex.slice(2)) : undefined
}
