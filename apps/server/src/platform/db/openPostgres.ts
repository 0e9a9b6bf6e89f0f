import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { createLocks } from './createLocks.js'
import { createPool, type PoolLimits } from './createPool.js'
import type { Db } from './db.js'
import { migrate } from './migrate.js'

/** Any number will do as long as every instance takes the same one. */
const migrationLock = 7_281_034_551
/** For commands, whose statements may take as long as they need. */
const commandLimits: PoolLimits = { size: 10, wait: 5_000, statement: 0, idleTransaction: 0 }

/**
 * Opens PostgreSQL and brings its schema up to date; several instances may do so at once.
 *
 * @param url - The `postgres://` URL.
 * @param limits - How many connections, and how long each wait may be, in milliseconds; no limit on statements unless given. What
 * brings the schema up to date has none.
 * @returns The database.
 *
 * @example
 * import { openPostgres } from './openPostgres.js'
 * const db = await openPostgres('postgres://latchkey@127.0.0.1:5432/latchkey')
 */
export async function openPostgres(url: string, limits: PoolLimits = commandLimits): Promise<Db> {
  await migratePostgres(url)
  return connectPostgres(url, limits)
}

/** Creates a database over a schema that is up to date; it connects with the first query. */
export function connectPostgres(url: string, limits: PoolLimits): Db {
  const pool = createPool(url, limits)
  const locks = createLocks(url)
  return {
    kind: 'postgres',
    query: Object.assign(drizzle(pool), { transaction: createTransaction(pool) }),
    async ping() {
      await pool.query('select 1')
    },
    waiting: () => pool.waitingCount,
    lock: locks.take,
    async close() {
      await locks.close()
      await pool.end()
    },
  }
}

/** Brings the schema up to date over a connection of its own. */
export async function migratePostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    // The lock goes with the connection.
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await migrate({
      exec: (sql) => client.query(sql),
      rows: async (sql, params = []) => (await client.query(sql, [...params])).rows as { [column: string]: unknown }[],
    })
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Creates the part that runs transactions over a pool. The query builder's own never gives a connection back whose `begin` fails.
 *
 * @param pool - The pool.
 * @returns Runs a transaction, and gives its connection back to the pool, or ends it where it is still within the transaction.
 */
function createTransaction(pool: pg.Pool): NodePgDatabase['transaction'] {
  return async (run, config) => {
    const client = await pool.connect()
    try {
      return await drizzle(client).transaction(run, config)
    } finally {
      // The status of a connection that broke is that of before; the pool knows those by itself.
      client.release(client.getTransactionStatus() !== 'I')
    }
  }
}
