import { sql } from 'drizzle-orm'
import { type Query, rows } from './rows.js'

/**
 * Asks the database what time it is, for what leaves the database and comes back to be judged by any process.
 *
 * @param query - The database.
 * @returns Its time.
 */
export async function readDbTime(query: Query): Promise<Date> {
  const [row] = await rows<{ ms: number }>(
    query,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  )
  return new Date(row?.ms ?? Number.NaN)
}
