import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** The database of a server: one schema and the same queries over each filling. */
export type Db = {
  kind: 'pglite' | 'postgres'
  query: PgDatabase<PgQueryResultHKT>
  /** Throws when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}
