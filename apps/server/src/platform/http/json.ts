import { LatchkeyError } from '@latchkey/protocol/errors'

const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
const quote = 0x22
const backslash = 0x5c

/** How deep arrays and objects of an incoming body may nest. */
export const jsonDepth = 32

/**
 * Parses JSON that comes from outside and refuses nesting that would exhaust the stack of a recursive reader.
 *
 * @param text - The text to parse; a leading byte order mark is ignored.
 * @param depth - How many levels are allowed.
 * @returns The parsed value.
 * @throws LatchkeyError INVALID_REQUEST when the text is no JSON or nests too deep.
 * @see https://www.rfc-editor.org/rfc/rfc8259
 */
export function parseJson(text: string, depth: number = jsonDepth): unknown {
  const plain = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  if (nestsDeeperThan(plain, depth))
    throw new LatchkeyError('INVALID_REQUEST', `JSON nests deeper than ${depth} levels`)
  try {
    return JSON.parse(plain)
  } catch (cause) {
    throw new LatchkeyError('INVALID_REQUEST', 'The text is not valid JSON', { cause })
  }
}

/** The same for a response of another service; undefined when it is no JSON, nests too deep, or is missing. */
export function tryParseJson(text: string | undefined): unknown {
  try {
    return parseJson(text ?? '')
  } catch {
    return undefined
  }
}

function nestsDeeperThan(text: string, depth: number): boolean {
  let level = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (inString) {
      if (unit === backslash) at++
      else if (unit === quote) inString = false
    } else if (unit === quote) inString = true
    else if (unit === openBracket || unit === openBrace) {
      if (++level > depth) return true
    } else if (unit === closeBracket || unit === closeBrace) level--
  }
  return false
}
