import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'

/**
 * Makes what runs transactions over a pool. The query builder's own never gives a connection back whose `begin` fails.
 *
 * @param pool - The pool.
 * @returns Runs a transaction, and gives its connection back to the pool, or ends it where it is still within the transaction.
 */
export function createTransaction(pool: pg.Pool): NodePgDatabase['transaction'] {
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
