// What does not show, or makes other letters show elsewhere: controls, zero-width, bidirectional, tags, variation selectors, fillers,
// halves of surrogate pairs.
const unseen =
  /\p{C}|\u034f|[\u115f\u1160\u17b4\u17b5\u2028\u2029\u2800\u3164\uffa0]|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu
// What joins the parts of one emoji is part of a picture.
const inEmoji = /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier})(\ufe0f?\u200d(?=\p{Extended_Pictographic})|\ufe0f)/gu

/**
 * Cleans a name that somebody else gave: one line, nothing invisible, nothing that turns the direction of reading.
 *
 * @param name - The name of an app, a wallet, a token, a collectible, or one of ENS.
 * @param limit - How many characters at most.
 * @returns The name; empty when nothing of it can be seen.
 *
 * @example
 * import { cleanName } from '@latchkey/protocol/internal/text'
 * cleanName('moc.knab\u202e') // 'moc.knab'
 */
export function cleanName(name: string, limit = 64): string {
  // Spaces first: a line break parts words.
  const line = name.slice(0, 400).replace(/\s+/g, ' ').replace(unseen, '').replace(/ +/g, ' ').trim()
  return [...line].slice(0, limit).join('')
}

/**
 * Writes a text that is signed so that all of it can be seen: what is invisible or turns the direction of reading becomes a mark such
 * as `⟨U+202E⟩`, more than two blank lines in a row `⟨57 blank lines⟩`, and more than 16 spaces `⟨40 spaces⟩`. What is signed stays
 * as it is.
 *
 * @param text - The text.
 * @returns The text to be shown.
 *
 * @example
 * import { visibleText } from '@latchkey/protocol/internal/text'
 * visibleText('Pay\u200b me') // 'Pay⟨U+200B⟩ me'
 */
export function visibleText(text: string): string {
  const plain = text.replace(/\r\n/g, '\n')
  const kept = new Set(
    [...plain.matchAll(inEmoji)].flatMap(({ index, 0: found }) => [...found].map((_, at) => index + at)),
  )
  return plain
    .replace(unseen, (letter, at: number) => {
      if (letter === '\n' || kept.has(at)) return letter
      return `⟨U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`
    })
    .replace(/\n(?:[^\S\n]*(?:\n|$)){3,}/g, (blank, at: number) => {
      const lines = blank.split('\n').length - (at === 0 ? 1 : 2)
      return `\n⟨${lines} blank lines⟩\n`
    })
    .replace(/[^\S\n]{17,}/g, ({ length }) => `⟨${length} spaces⟩`)
}
