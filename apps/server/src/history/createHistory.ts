import type { Hono } from 'hono'
import type { Deps } from '../deps.js'
import type { Gate } from '../platform/gate.js'
import type { HonoEnv } from '../platform/vars.js'
import { createHistoryTables } from './createHistoryTables.js'
import { createScanner } from './createScanner.js'
import { createTokenBook } from './createTokenBook.js'
import { historyRoutes } from './historyRoutes.js'

/** How long a chain whose blocks are all read is left alone, in milliseconds. */
const pause = 2_000

/**
 * Makes the history of a server, and begins to read the chains that are marked for it.
 *
 * @param deps - Chains, nodes, database, log and figures.
 * @param options - The gate, and where pictures are served.
 * @returns The routes, and the way to end the reading.
 */
export function createHistory(
  { chains, nodes, db, log, metrics }: Pick<Deps, 'chains' | 'nodes' | 'db' | 'log' | 'metrics'>,
  options: { gate: Gate; publicUrl: (requestUrl: string) => string },
): { routes: Hono<HonoEnv>; close(): Promise<void> } {
  const tables = createHistoryTables(db)
  const scanners = chains
    .filter(({ history }) => history)
    .map((chain) =>
      createScanner({
        chain,
        nodes,
        tables,
        log,
        pause,
        isOurs: () => db.lock(`history/${chain.caip2}`),
        onLag: (blocks) => metrics.historyLag.set({ chain: chain.caip2 }, blocks),
      }),
    )
  for (const scanner of scanners) scanner.start()
  return {
    routes: historyRoutes({ ...options, chains, tables, tokenBook: createTokenBook({ nodes, tables }) }),
    async close() {
      await Promise.all(scanners.map((scanner) => scanner.stop()))
    },
  }
}
