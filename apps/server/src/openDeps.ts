import type { Deps } from './deps.js'
import type { Env } from './env.js'
import { createMemoryCache } from './platform/cache/createMemoryCache.js'
import { createRedisCache } from './platform/cache/createRedisCache.js'
import type { ChainInput } from './platform/chains/chain.js'
import { readChains } from './platform/chains/readChains.js'
import { openPglite } from './platform/db/openPglite.js'
import { openPools, type Pools } from './platform/db/openPools.js'
import { shareCounts } from './platform/limits/shareCounts.js'
import { createLog } from './platform/log/log.js'
import { createMetrics } from './platform/metrics/metrics.js'
import { createNodes } from './platform/upstream/nodes.js'

/**
 * Opens what the modules of a server stand on, from its settings: log, figures, database, cache and nodes. Its keys come later.
 *
 * @param env - The settings.
 * @param options - The chains, where they are not those of the settings, and the folder of an embedded database; absent: in memory.
 * @returns What modules may ask for, the database of the wallet, and the way to close all of it, keys included.
 * @throws LatchkeyError INVALID_CONFIG when a chain is not usable or the folder is taken.
 */
export async function openDeps(
  env: Env,
  { chains: named, folder }: { chains: readonly ChainInput[] | undefined; folder: string | undefined },
): Promise<{ deps: Deps; walletDb: Pools['wallet']; close(): Promise<void> }> {
  const log = createLog(env.LATCHKEY_LOG_LEVEL)
  const metrics = createMetrics()
  const chains = readChains(named ?? env.LATCHKEY_CHAINS)
  const pools = await openDatabase(env, folder)
  for (const name of ['relay', 'wallet', 'data'] as const) {
    const { waiting } = pools[name]
    if (waiting !== undefined) metrics.pools.set(name, waiting)
  }
  const cache = env.REDIS_URL ? createRedisCache({ url: env.REDIS_URL, log }) : createMemoryCache()
  const counts = env.REDIS_URL ? shareCounts({ cache, log }) : undefined
  const nodes = createNodes({
    chains,
    observe: ({ chainId, upstream, outcome, seconds }) =>
      metrics.upstream.observe({ chain: chainId, upstream, outcome }, seconds),
  })
  const deps: Deps = {
    env,
    chains,
    nodes,
    db: pools.data,
    relayDb: pools.relay,
    cache,
    counts,
    log,
    metrics,
    clock: () => new Date(),
    fetch,
  }
  return {
    deps,
    walletDb: pools.wallet,
    async close() {
      nodes.close()
      await deps.sessionKeys?.close()
      deps.mail?.close()
      counts?.close()
      await cache.close()
      await pools.close()
    },
  }
}

/** The embedded database has one connection, which all parts share. */
async function openDatabase(env: Env, folder: string | undefined): Promise<Pools> {
  const { DATABASE_URL: url } = env
  if (url === undefined) {
    const db = await openPglite(folder)
    return { relay: db, wallet: db, data: db, close: db.close }
  }
  return openPools(url, {
    sizes: { relay: env.LATCHKEY_RELAY_POOL, wallet: env.LATCHKEY_WALLET_POOL, data: env.LATCHKEY_DATA_POOL },
    wait: env.LATCHKEY_CONNECTION_SECONDS * 1_000,
    statement: env.LATCHKEY_STATEMENT_SECONDS * 1_000,
    idleTransaction: env.LATCHKEY_TRANSACTION_SECONDS * 1_000,
  })
}
