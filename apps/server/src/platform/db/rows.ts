import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './db.js'
import { withoutLimit } from './withoutLimit.js'

/** A database, or a transaction in it. */
export type Query = Pick<Db['query'], 'execute'>

/** Runs one statement and gives its rows; the two fillings wrap them alike. */
export async function rows<Row>(query: Query, statement: SQL): Promise<Row[]> {
  return ((await query.execute(statement)) as unknown as { rows: Row[] }).rows
}

/** Runs one statement without a time limit, such as a count over a whole table. */
export function rowsOfLong<Row>(query: Db['query'], statement: SQL): Promise<Row[]> {
  return query.transaction(async (transaction) => {
    await transaction.execute(sql.raw(withoutLimit))
    return rows<Row>(transaction, statement)
  })
}
