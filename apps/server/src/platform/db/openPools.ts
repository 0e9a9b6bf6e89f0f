import type { PoolLimits } from './createPool.js'
import type { Db } from './db.js'
import { connectPostgres, migratePostgres } from './openPostgres.js'

/** The database as the parts of a server have it: none can take the connections of another. */
export type Pools = {
  relay: Db
  /** Of `auth`, `vault` and `recovery`. */
  wallet: Db
  /** Of the data API, history and sessions of apps. */
  data: Db
  close(): Promise<void>
}

/**
 * Opens PostgreSQL for a server and brings its schema up to date, which has no time limit.
 *
 * @param url - The `postgres://` URL.
 * @param limits - How many connections each part has at most, and how long each wait may be, in milliseconds.
 * @returns A database for each part.
 *
 * @example
 * import { openPools } from './openPools.js'
 * const sizes = { relay: 10, wallet: 10, data: 10 }
 * const pools = await openPools('postgres://latchkey@127.0.0.1/latchkey', {
 *   sizes,
 *   wait: 5_000,
 *   statement: 15_000,
 *   idleTransaction: 30_000,
 * })
 */
export async function openPools(
  url: string,
  { sizes, ...limits }: Omit<PoolLimits, 'size'> & { sizes: { relay: number; wallet: number; data: number } },
): Promise<Pools> {
  await migratePostgres(url)
  const relay = connectPostgres(url, { ...limits, size: sizes.relay })
  const wallet = connectPostgres(url, { ...limits, size: sizes.wallet })
  const data = connectPostgres(url, { ...limits, size: sizes.data })
  return {
    relay,
    wallet,
    data,
    async close() {
      await Promise.all([relay.close(), wallet.close(), data.close()])
    },
  }
}
