import { type ChainId, isChainId } from '@latchkey/protocol/caip'
import { Refusal } from '../platform/http/refusal.js'
import type { Place } from './createHistoryTables.js'

/** The cursor of the next page by chain. */
export type Places = ReadonlyMap<ChainId, Place>

/** More than that no server reads, and no text of this server is longer. */
const maxChains = 100

/** Writes where the next page begins, as a text that says nothing to a reader. */
export function writeCursor(places: Places): string {
  const parts = [...places].map(([chain, { block, position }]) => `${chain}.${block}.${position}`)
  return Buffer.from(parts.join()).toString('base64url')
}

/**
 * Reads where a page begins.
 *
 * @throws Refusal 400 when this server wrote no such text.
 */
export function readCursor(text: string | undefined): Places | undefined {
  if (text === undefined || text === '') return undefined
  const parts = text.length > maxChains * 100 ? [] : Buffer.from(text, 'base64url').toString('latin1').split(',')
  const places = new Map(parts.slice(0, maxChains + 1).map(readPlace))
  if (places.size === 0 || places.size > maxChains) throw refusal()
  return places
}

function readPlace(text: string): readonly [ChainId, Place] {
  const [, chain, block, position] = /^(.{1,60})\.(\d{1,15})\.(\d{1,9})$/.exec(text) ?? []
  if (!isChainId(chain) || block === undefined || position === undefined) throw refusal()
  return [chain, { block: Number(block), position: Number(position) }]
}

const refusal = () => new Refusal(400, 'cursor', 'cursor must be the next of an earlier page')
