import { type SQL, sql } from 'drizzle-orm'

/** The time as the database tells it: several servers agree on it, and no client can move it. */
export type DbClock = () => SQL

/** The clock of the database itself. */
export const dbNow: DbClock = () => sql`now()`

/** An expression of time as milliseconds since 1970. */
export function toMs(time: SQL): SQL {
  return sql`(extract(epoch from ${time}) * 1000)::float8`
}

/** A time that lies some milliseconds after another. */
export function plusMs(time: SQL, ms: number): SQL {
  return sql`(${time} + ${ms}::float8 * interval '1 millisecond')`
}
