import { type SQL, sql } from 'drizzle-orm'

/**
 * Deletes the rows of a table that are due, some at a time. They are found in the order of an index and taken by their place, so that
 * no statement reads the table from end to end, whatever the planner expects. Rows that are in use are left to the next time.
 *
 * @param run - Runs one statement and gives its rows.
 * @param sweep - The table, the condition, the indexed expression that the condition limits, and how many rows one statement takes.
 */
export async function sweepRows(
  run: (statement: SQL) => Promise<readonly unknown[]>,
  sweep: { table: SQL; due: SQL; by: SQL; batch?: number },
): Promise<void> {
  const { table, due, by, batch = 500 } = sweep
  const statement = sql`delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${due} order by ${by} limit ${batch}::int for update skip locked)) and ${due} returning 1 as one`
  while ((await run(statement)).length === batch);
}
