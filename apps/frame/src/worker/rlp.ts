import { LatchkeyError } from '@latchkey/protocol/errors'
import { concatBytes } from '@noble/hashes/utils.js'

/** One item of a list: its content without the header, and whether it is a list itself. */
export type RlpItem = { content: Uint8Array; isList: boolean; whole: Uint8Array }

/**
 * Reads the items of one RLP list, in canonical form only and with nothing behind it.
 *
 * @param bytes - The list.
 * @returns Its items; lists inside are left unread.
 * @throws LatchkeyError INVALID_PARAMS when it is anything else.
 * @see https://ethereum.org/developers/docs/data-structures-and-encoding/rlp
 */
export function readRlpList(bytes: Uint8Array): RlpItem[] {
  const list = readItem(bytes, 0)
  if (!list.isList || list.whole.length !== bytes.length) throw malformed()
  const items: RlpItem[] = []
  for (let at = 0; at < list.content.length; ) {
    const item = readItem(list.content, at)
    items.push(item)
    at += item.whole.length
  }
  return items
}

/**
 * Writes a byte string in RLP.
 *
 * @param content - The bytes; numbers big-endian without leading zeros.
 * @returns Header and bytes.
 */
export function writeRlpBytes(content: Uint8Array): Uint8Array {
  return content.length === 1 && (content[0] ?? 0) < 0x80 ? content : concatBytes(header(content.length, 0x80), content)
}

/**
 * Writes a list in RLP.
 *
 * @param items - Its items, each as it is written.
 * @returns Header and items.
 */
export function writeRlpList(items: readonly Uint8Array[]): Uint8Array {
  const content = concatBytes(...items)
  return concatBytes(header(content.length, 0xc0), content)
}

function readItem(bytes: Uint8Array, at: number): RlpItem {
  const first = bytes[at]
  if (first === undefined) throw malformed()
  if (first < 0x80) return take(bytes, at, 0, 1, false)
  const isList = first >= 0xc0
  const short = first - (isList ? 0xc0 : 0x80)
  if (short <= 55) {
    if (!isList && short === 1 && (bytes[at + 1] ?? 0) < 0x80) throw malformed()
    return take(bytes, at, 1, short, isList)
  }
  const digits = bytes.subarray(at + 1, at + 1 + short - 55)
  const size = digits.reduce((sum, digit) => sum * 256 + digit, 0)
  if (digits.length !== short - 55 || digits[0] === 0 || size <= 55) throw malformed()
  return take(bytes, at, 1 + digits.length, size, isList)
}

function take(bytes: Uint8Array, at: number, head: number, size: number, isList: boolean): RlpItem {
  const end = at + head + size
  if (end > bytes.length) throw malformed()
  return { content: bytes.subarray(at + head, end), isList, whole: bytes.subarray(at, end) }
}

function header(size: number, base: number): Uint8Array {
  if (size <= 55) return new Uint8Array([base + size])
  const digits: number[] = []
  for (let rest = size; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256)
  return new Uint8Array([base + 55 + digits.length, ...digits])
}

function malformed(): LatchkeyError {
  return new LatchkeyError('INVALID_PARAMS', 'The transaction is not well-formed')
}
