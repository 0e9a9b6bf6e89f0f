import { setTimeout as sleep } from 'node:timers/promises'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { type SQL, sql } from 'drizzle-orm'
import type { WalletDeps } from '../../walletDeps.js'
import { plusMs } from '../db/dbClock.js'
import { type Query, rows } from '../db/rows.js'
import { sweepRows } from '../db/sweepRows.js'

/** A mail that is to go out now, sealed, and how often it was tried. */
export type DueMail = { id: string; box: string; attempts: number }

/** The statements of one outbox. */
export type OutboxTable = {
  /** Takes mails that are due; moving `next_at` keeps them from other servers for a lease. */
  claim(room: number): Promise<DueMail[]>
  /** Keeps mails that are on their way from other servers for another lease. */
  renew(ids: readonly string[]): Promise<void>
  /** Has a mail tried again after some milliseconds. */
  postpone(id: string, wait: number): Promise<void>
  remove(ids: readonly string[]): Promise<void>
  /** Writes a mail within a transaction, with its life in milliseconds. */
  insert(query: Query, mail: { id: string; box: string; receiver: string }, life: number): Promise<void>
  /** Deletes what could not be sent within its life. */
  sweep(): Promise<void>
  count(): Promise<number>
}

/**
 * Creates the statements of one outbox.
 *
 * @param options - The database and its clock, for how long a mail is left to the server that took it, in milliseconds, and whose
 * outbox it is.
 * @returns The statements; each fails with API_UNREACHABLE when the database does not answer within a lease.
 */
export function createOutboxTable({
  db,
  now,
  lease,
  schema,
}: Pick<WalletDeps, 'db' | 'now'> & { lease: number; schema: 'auth' | 'recovery' }): OutboxTable {
  const table = sql.raw(`${schema}.outbox`)

  /** Runs a statement. An answer later than the lease is worth nothing, and one that never comes must not end all mail. */
  async function run<Row>(statement: SQL): Promise<Row[]> {
    const answered = new AbortController()
    const late = sleep(lease, undefined, { ref: false, signal: answered.signal }).then(() => {
      throw new LatchkeyError('API_UNREACHABLE', 'The database does not answer')
    })
    late.catch(() => undefined)
    try {
      return await Promise.race([rows<Row>(db.query, statement), late])
    } finally {
      answered.abort()
    }
  }

  return {
    claim: (room) =>
      run<DueMail>(
        sql`update ${table} set attempts = attempts + 1, next_at = ${plusMs(now(), lease)}
          where id = any(array(select id from ${table} where next_at <= ${now()} and expires_at > ${now()}
            order by next_at limit ${room}::int for update skip locked))
          returning id, box, attempts`,
      ),
    async renew(ids) {
      if (ids.length > 0)
        await run(sql`update ${table} set next_at = greatest(next_at, ${plusMs(now(), lease)}) where id in ${ids}`)
    },
    async postpone(id, wait) {
      await run(sql`update ${table} set next_at = ${plusMs(now(), wait)} where id = ${id}`)
    },
    async remove(ids) {
      if (ids.length > 0) await run(sql`delete from ${table} where id in ${ids}`)
    },
    async insert(query, { id, box, receiver }, life) {
      await query.execute(
        sql`insert into ${table} (id, box, receiver_index, next_at, expires_at)
          values (${id}, ${box}, ${receiver}, ${now()}, ${plusMs(now(), life)})`,
      )
    },
    sweep: () => sweepRows(run, { table, by: sql`expires_at`, due: sql`expires_at <= ${now()}` }),
    async count() {
      const [row] = await run<{ depth: number }>(
        sql`select count(*)::int as depth from ${table} where expires_at > ${now()}`,
      )
      return row?.depth ?? 0
    },
  }
}
