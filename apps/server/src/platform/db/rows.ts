import type { SQL } from 'drizzle-orm'
import type { Db } from './db.js'

/** A database, or a transaction in it. */
export type Query = Pick<Db['query'], 'execute'>

/** Runs one statement and gives its rows; the two fillings wrap them alike. */
export async function rows<Row>(query: Query, statement: SQL): Promise<Row[]> {
  return ((await query.execute(statement)) as unknown as { rows: Row[] }).rows
}
