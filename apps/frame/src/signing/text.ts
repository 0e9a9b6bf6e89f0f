import { hexToBytes } from '@noble/hashes/utils.js'

// What does not show, or makes other letters show elsewhere: controls, zero-width, bidirectional, tags, variation selectors.
const unseen =
  /\p{Cc}|\p{Cf}|\p{Co}|\p{Cn}|\u034f|[\u115f\u1160\u17b4\u17b5\u2028\u2029\u2800\u3164\uffa0]|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu
// What joins the parts of one emoji is part of a picture.
const inEmoji = /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier})(\ufe0f?\u200d(?=\p{Extended_Pictographic})|\ufe0f)/gu

/**
 * Makes a text safe to be shown: whatever is invisible or turns the direction of reading becomes a visible mark.
 *
 * @param text - A text of somebody else.
 * @returns The text, line breaks and tabs as they are.
 */
export function visibleText(text: string): string {
  const plain = text.replace(/\r\n?/g, '\n')
  const kept = new Set(
    [...plain.matchAll(inEmoji)].flatMap(({ index, 0: found }) => [...found].map((_, at) => index + at)),
  )
  return plain.replace(unseen, (letter, at: number) => {
    if (letter === '\n' || letter === '\t' || kept.has(at)) return letter
    return `⟨U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
}

/**
 * Makes a short label of somebody else's words: one line, nothing invisible, not long.
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
 * @returns The bytes, or undefined when it is none.
 */
export function bytesOfHex(hex: string): Uint8Array | undefined {
  return /^0x([\da-fA-F]{2})*$/.test(hex) ? hexToBytes(hex.slice(2)) : undefined
}
