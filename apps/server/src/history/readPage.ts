import type { ChainId } from '@latchkey/protocol/caip'
import type { Chain } from '../platform/chains/chain.js'
import type { HistoryTables } from './createHistoryTables.js'
import type { Places } from './cursor.js'
import type { Entry } from './entry.js'

/** A transaction with the chain that holds it. */
export type ChainEntry = { chain: Chain; entry: Entry }

/**
 * Reads one page of an account: newest first, of one chain or of several.
 *
 * @param options - The tables, the chains, the address in small letters, where to begin, and how many.
 * @returns The page, and where the next begins; nothing after the last page.
 */
export async function readPage(options: {
  tables: HistoryTables
  chains: readonly Chain[]
  address: string
  before: Places | undefined
  size: number
}): Promise<{ page: readonly ChainEntry[]; next: Places | undefined }> {
  const { tables, chains, address, before, size } = options
  const asked = await Promise.all(
    chains.map(async (chain) => {
      // What came in on a quiet chain since the first page belongs before that page, not into the next.
      const place = before && (before.get(chain.caip2) ?? { block: 0, position: 0 })
      const entries = await tables.page(chain.caip2, address, place, size + 1)
      return { chain, entries }
    }),
  )
  const all = asked.flatMap(({ chain, entries }) => entries.map((entry) => ({ chain, entry })))
  // The sort is stable, so transactions of one chain keep the order of their blocks.
  const sorted = all.toSorted((one, other) => other.entry.minedAt - one.entry.minedAt)
  const page = sorted.slice(0, size)
  if (sorted.length <= size) return { page, next: undefined }
  const next = new Map<ChainId, { block: number; position: number }>()
  for (const { chain, entries } of asked) {
    const [first] = entries
    if (first) next.set(chain.caip2, { block: first.block, position: first.position + 1 })
  }
  for (const { chain, entry } of page) next.set(chain.caip2, { block: entry.block, position: entry.position })
  return { page, next }
}
