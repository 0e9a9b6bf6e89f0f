import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** The database of a server: one schema and the same queries over each filling. */
export type Db = {
  kind: 'pglite' | 'postgres'
  query: PgDatabase<PgQueryResultHKT>
  /** Throws when the database does not answer. */
  ping(): Promise<void>
  /**
   * Takes a lock that one process at a time has, until it ends or loses the database. Tells whether this process has it; who does not
   * asks again.
   */
  lock(name: string): Promise<boolean>
  /** How many statements wait for a connection; absent where there is only one. */
  waiting?(): number
  close(): Promise<void>
}
