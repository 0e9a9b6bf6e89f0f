/** How many bytes one message of a channel may hold, measured on its texts and structure. */
export const messageBytes = 256 * 1024
/** How many levels of objects and lists a message may be deep. */
export const messageDepth = 16

const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Returns whether a value from another window is plain data of bearable size: texts, finite numbers, booleans, null, lists and
 * plain objects, at most 256 KiB and 16 levels. It calls no getter and never throws.
 *
 * @param value - What arrived.
 * @param options - `bigints`: whether whole numbers of at most 256 bits may be written as bigints, as older apps do.
 * @returns True when it may be parsed.
 *
 * @example
 * import { isBearable } from '@latchkey/protocol/internal/message'
 * const hear = ({ data }: MessageEvent) => isBearable(data) && console.log(data)
 */
export function isBearable(value: unknown, { bigints = false }: { readonly bigints?: boolean } = {}): boolean {
  try {
    return left(value, messageBytes, 0, bigints) >= 0
  } catch {
    // Only a proxy throws here, and no honest sender sends one.
    return false
  }
}

// Gives what is left of the budget, negative when the value is not bearable. A circle is deeper than any limit, and what is
// shared counts each time it is met, so a small tangle cannot unfold into endless work.
function left(value: unknown, budget: number, depth: number, bigints: boolean): number {
  switch (typeof value) {
    case 'string':
      return value.length > budget ? -1 : budget - utf8Size(value)
    case 'number':
      return Number.isFinite(value) ? budget - 8 : -1
    case 'boolean':
    case 'undefined':
      return budget - 1
    case 'object':
      return value === null ? budget - 1 : leftOf(value, budget - 2, depth + 1, bigints)
    case 'bigint':
      return bigints && BigInt.asUintN(256, value) === value ? budget - 32 : -1
    default:
      return -1
  }
}

function leftOf(value: object, budget: number, depth: number, bigints: boolean): number {
  const isList = Array.isArray(value)
  if (depth > messageDepth || (!isList && !isPlain(value))) return -1
  // A list of holes is small to send and large to walk.
  if (isList && value.length > budget) return -1
  let rest = isList ? budget - value.length : budget
  for (const key of Reflect.ownKeys(value)) {
    if (isList && key === 'length') continue
    if (typeof key !== 'string' || forbidden.has(key) || rest < 0) return -1
    const property = Object.getOwnPropertyDescriptor(value, key)
    if (property === undefined || !('value' in property)) return -1
    rest = left(property.value, isList ? rest : rest - utf8Size(key), depth, bigints)
  }
  return rest
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

function utf8Size(text: string): number {
  let size = text.length
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    // A pair of surrogates is two units and four bytes; every other unit above 0x7ff is three.
    if (unit >= 0x80) size += unit >= 0x800 && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1
  }
  return size
}
