import type { History } from '@latchkey/protocol/accountApi'
import type { Cache } from '../platform/cache/cache.js'
import type { Chain } from '../platform/chains/chain.js'
import { Refusal } from '../platform/http/refusal.js'
import type { FairQueue } from '../platform/limits/createFairQueue.js'
import type { HistoryReader } from '../platform/upstream/historyReader.js'
import { UpstreamFault } from '../platform/upstream/upstreamFault.js'
import { readNodeCursor, writeNodeCursor } from './nodeCursor.js'
import { toFamilyWire } from './toFamilyWire.js'

/** How long a page is kept, in milliseconds: the newest changes with the next block, older ones hardly. */
const kept = { newest: 3_000, older: 60_000 }

/** Which page is asked for, and by whom. */
export type NodePageQuery = {
  readonly chain: Chain
  readonly reader: HistoryReader
  readonly address: string
  readonly cursor: string | undefined
  readonly ip: string
  readonly publicUrl: string
}

/**
 * Creates the pages that nodes are asked for: kept for seconds, and read once for all who ask the same at the same time.
 *
 * @param options - The cache, the queue and the clock.
 * @returns The pages; a cursor that this server did not write is refused with 400, and a fault of the nodes with 503.
 */
export function createNodeHistory(options: {
  cache: Cache
  queue: FairQueue
  clock: () => Date
}): (query: NodePageQuery) => Promise<History> {
  const { cache, queue, clock } = options
  const inFlight = new Map<string, Promise<string>>()

  async function load(key: string, query: NodePageQuery, before: string | undefined): Promise<string> {
    const { chain, reader, address, ip, publicUrl } = query
    const { transactions, next } = await queue.run(ip, () => reader.page(chain, address, before))
    const page: History = {
      data: toFamilyWire(transactions, { chain, publicUrl, now: clock() }),
      next: writeNodeCursor(chain, next),
    }
    const text = JSON.stringify(page)
    await cache.set(key, text, before === undefined ? kept.newest : kept.older)
    return text
  }

  return async (query) => {
    const { chain, reader, address, cursor, publicUrl } = query
    const before = readNodeCursor(cursor, chain, reader.place)
    const key = `history:${chain.caip2}:${address}:${before ?? ''}:${publicUrl}`
    const text = await cache.get(key)
    if (text !== undefined) return JSON.parse(text) as History
    const loading =
      inFlight.get(key) ??
      load(key, query, before).finally(() => {
        inFlight.delete(key)
      })
    inFlight.set(key, loading)
    return JSON.parse(
      await loading.catch((cause: unknown) => {
        if (!(cause instanceof UpstreamFault)) throw cause
        throw new Refusal(503, 'chainId', cause.message, { cause, code: cause.code })
      }),
    ) as History
  }
}
