import type { Chain } from '../platform/chains/chain.js'
import { Refusal } from '../platform/http/refusal.js'

/** Writes where the next page begins that nodes are asked for, as a text that says nothing to a reader. */
export function writeNodeCursor({ caip2 }: Chain, next: string | undefined): string | null {
  return next === undefined ? null : Buffer.from(`${caip2}.${next}`).toString('base64url')
}

/**
 * Reads where a page begins that nodes are asked for.
 *
 * @throws Refusal 400 when this server wrote no such text for this chain.
 */
export function readNodeCursor(cursor: string | undefined, { caip2 }: Chain, place: RegExp): string | undefined {
  if (cursor === undefined || cursor === '') return undefined
  const text = cursor.length > 300 ? '' : Buffer.from(cursor, 'base64url').toString('latin1')
  const found = text.startsWith(`${caip2}.`) ? text.slice(caip2.length + 1) : ''
  if (place.test(found)) return found
  throw new Refusal(400, 'cursor', 'cursor must be the next of an earlier page')
}
