import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { createLocks } from './createLocks.js'
import type { Db } from './db.js'
import { migrate } from './migrate.js'

/** Any number will do as long as every instance takes the same one. */
const migrationLock = 7_281_034_551

/**
 * Opens PostgreSQL and brings its schema up to date; several instances may do so at once.
 *
 * @param url - The `postgres://` URL.
 * @returns The database.
 *
 * @example
 * import { openPostgres } from './openPostgres.js'
 * const db = await openPostgres('postgres://latchkey@127.0.0.1:5432/latchkey')
 */
export async function openPostgres(url: string): Promise<Db> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
  })
  // An idle connection that breaks is replaced by the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  try {
    const client = await pool.connect()
    try {
      await client.query('select pg_advisory_lock($1)', [migrationLock])
      await migrate({
        exec: (sql) => client.query(sql),
        rows: async (sql, params = []) =>
          (await client.query(sql, [...params])).rows as { [column: string]: unknown }[],
      })
    } finally {
      await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined)
      client.release()
    }
  } catch (error) {
    await pool.end()
    throw error
  }
  const locks = createLocks(url)
  return {
    kind: 'postgres',
    query: drizzle(pool),
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
