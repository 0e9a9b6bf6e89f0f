import { Refusal } from '../platform/refusal.js'
import type { Place } from './createHistoryTables.js'

/** Writes where the next page begins, as a text that says nothing to a reader. */
export function writeCursor({ block, position }: Place): string {
  return Buffer.from(`${block}.${position}`).toString('base64url')
}

/**
 * Reads where a page begins.
 *
 * @throws Refusal 400 when this server wrote no such text.
 */
export function readCursor(text: string | undefined): Place | undefined {
  if (text === undefined || text === '') return undefined
  const [, block, position] = /^(\d{1,15})\.(\d{1,9})$/.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? []
  if (text.length > 40 || block === undefined || position === undefined)
    throw new Refusal(400, 'cursor', 'cursor must be the next of an earlier page')
  return { block: Number(block), position: Number(position) }
}
