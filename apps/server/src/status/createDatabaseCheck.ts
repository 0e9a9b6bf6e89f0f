import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '../platform/db/db.js'
import { rows } from '../platform/db/rows.js'

/** Returns what is wrong with a database, in a sentence; nothing when it reads and writes. */
export type DatabaseCheck = () => Promise<string | undefined>

/** After how long a check that never ends no longer stands for those who ask, in milliseconds. */
const abandonAfter = 10_000
const silent = 'The database does not answer'

/**
 * Creates the check of a database. Many who ask at once share one check, so that asking often costs little.
 *
 * @param db - The database.
 * @param options - How long an answer may take, in milliseconds.
 * @returns The check; it never rejects.
 */
export function createDatabaseCheck(db: Db, { timeout = 2_000 } = {}): DatabaseCheck {
  let running: { since: number; fault: Promise<string | undefined> } | undefined
  return async () => {
    const now = performance.now()
    if (running === undefined || now - running.since > abandonAfter) {
      const own = { since: now, fault: look(db).catch(nameFault) }
      running = own
      void own.fault.then(() => {
        if (running === own) running = undefined
      })
    }
    const answered = new AbortController()
    const late = sleep(timeout, silent, { ref: false, signal: answered.signal })
    late.catch(() => undefined)
    try {
      return await Promise.race([running.fault, late])
    } finally {
      answered.abort()
    }
  }
}

/** Sorts a megabyte in little memory, which PostgreSQL does in a file beside its own: it needs no table and no rights. */
async function look({ query }: Db): Promise<string | undefined> {
  const [found] = await query.transaction(async (transaction) => {
    await transaction.execute(sql`set local work_mem = '64kB'`)
    return rows<{ readOnly: string }>(
      transaction,
      sql`select current_setting('transaction_read_only') as "readOnly", (select count(*) from
        (select md5(n::text) || repeat('x', 1000) from generate_series(1, 1000) n order by 1) sorted)`,
    )
  })
  return found?.readOnly === 'off' ? undefined : 'The database takes no changes'
}

function nameFault(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } }
  return cause?.code === '53100' ? 'The disk of the database is full' : silent
}
