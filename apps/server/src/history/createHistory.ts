import { parseChainId } from '@latchkey/protocol/caip'
import type { Hono } from 'hono'
import type { Deps } from '../deps.js'
import { families } from '../families/families.js'
import type { Chain } from '../platform/chains/chain.js'
import type { HonoEnv } from '../platform/http/vars.js'
import { createFairQueue } from '../platform/limits/createFairQueue.js'
import type { Gate } from '../platform/limits/gate.js'
import { reasonOf } from '../platform/log/withoutValues.js'
import type { HistoryReader } from '../platform/upstream/historyReader.js'
import type { Nodes } from '../platform/upstream/nodes.js'
import { createHistoryTables } from './createHistoryTables.js'
import { createNodeHistory } from './createNodeHistory.js'
import { createScanner } from './createScanner.js'
import { createTokenBook } from './createTokenBook.js'
import { historyRoutes, type PurchasesOf } from './historyRoutes.js'

/** How long a chain whose blocks are all read is left alone, in milliseconds. */
const pause = 2_000
/** How many pages are read at once, and how many calls wait for theirs: more at once would only take the processor from the relay. */
const pages = { atOnce: 2, waiting: 200 }
/** How many pages are asked of nodes at once; they wait for the network, not for the processor. */
const nodePagesAtOnce = 16
/** How often what is too old is deleted, in milliseconds. */
const sweepPause = 3_600_000

/**
 * Creates the history of a server, and begins to read the chains that are marked for it.
 *
 * @param deps - Settings, chains, nodes, database, cache, log, figures and clock.
 * @param options - The gate, the URL of images, and the reader of purchases.
 * @returns The routes, and the way to end the reading.
 */
export function createHistory(
  deps: Pick<Deps, 'env' | 'chains' | 'nodes' | 'db' | 'cache' | 'log' | 'metrics' | 'clock'>,
  options: { gate: Gate; publicUrl: (requestUrl: string) => string; purchases: PurchasesOf },
): { routes: Hono<HonoEnv>; close(): Promise<void> } {
  const { env, chains, nodes, db, cache, log, metrics, clock } = deps
  const tables = createHistoryTables(db)
  const readerOf = createHistoryReader(nodes)
  const scanners = chains
    .filter((chain) => chain.history && readerOf(chain) === undefined)
    .map((chain) =>
      createScanner({
        chain,
        nodes,
        tables,
        log,
        pause,
        isOurs: () => db.lock(`history/${chain.caip2}`),
        onLag: (blocks) => metrics.historyLag.set({ chain: chain.caip2 }, blocks),
        onUntold: (blocks) => metrics.historyUntold.inc({ chain: chain.caip2 }, blocks),
      }),
    )
  for (const scanner of scanners) scanner.start()
  const days = env.LATCHKEY_RETENTION_HISTORY
  async function sweep(): Promise<void> {
    // Also of chains that are marked no more.
    for (const { caip2 } of chains)
      await tables
        .sweep(caip2, days)
        .catch((error) => log.warn({ chain: caip2, reason: reasonOf(error) }, 'Old history was not deleted'))
  }
  const timer = days > 0 ? setInterval(() => void sweep(), sweepPause) : undefined
  timer?.unref()
  if (days > 0) void sweep()
  const limits = {
    field: 'history',
    refusal: 'Too many histories are asked for. Try again in some seconds.',
    ...pages,
    timeout: env.LATCHKEY_CONNECTION_SECONDS * 1_000,
  }
  const nodePages = createNodeHistory({ cache, clock, queue: createFairQueue({ ...limits, atOnce: nodePagesAtOnce }) })
  const tokenBook = createTokenBook({ nodes, tables })
  const queue = createFairQueue(limits)
  return {
    routes: historyRoutes({ ...options, chains, tables, queue, tokenBook, readerOf, nodePages }),
    async close() {
      clearInterval(timer)
      await Promise.all(scanners.map((scanner) => scanner.stop()))
    },
  }
}

/**
 * Creates the history readers of the families whose nodes offer one.
 *
 * @param nodes - The nodes.
 * @returns The reader of a chain; undefined for chains that are indexed into the database, and for those without a history.
 */
function createHistoryReader(nodes: Nodes): (chain: Chain) => HistoryReader | undefined {
  const readers = new Map<string, HistoryReader>(
    families.flatMap(({ namespace, createHistory }) =>
      createHistory ? [[namespace, createHistory({ nodes })] as const] : [],
    ),
  )
  return ({ caip2 }) => readers.get(parseChainId(caip2).namespace)
}
