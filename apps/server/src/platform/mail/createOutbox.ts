import { sql } from 'drizzle-orm'
import type { WalletDeps } from '../../walletDeps.js'
import { plusMs } from '../db/dbClock.js'
import { type Query, rows } from '../db/rows.js'
import { randomId } from '../wallet/randomId.js'
import type { MailMessage } from './mail.js'

/** Mails that go out after the change they tell of is in the database, and only then. */
export type Outbox = {
  /** Writes a mail within a transaction; it is dropped when it could not be sent within its life in milliseconds. */
  put(query: Query, message: MailMessage, life?: number): Promise<void>
  /** Sends what waits, without making anybody wait. */
  poke(): void
  /** The same, and tells when all that was due has been tried. */
  drain(): Promise<void>
  close(): Promise<void>
}

const firstRetry = 2_000

/** Makes the outbox of one server; several servers may share the table. */
export function createOutbox({ db, now, box, mail, log }: WalletDeps): Outbox {
  let running: Promise<void> | undefined
  let again = false
  let closed = false
  // A mail that failed, or that a server left behind when it ended, goes out without anybody poking.
  const timer = setInterval(poke, firstRetry)
  timer.unref()

  async function run(): Promise<void> {
    for (;;) {
      // The claim moves next_at, so that no other server sends the same mail meanwhile.
      const due = await rows<{ id: string; box: string; attempts: number }>(
        db.query,
        sql`update auth.outbox set attempts = attempts + 1,
            next_at = ${now()} + least(60, 2 ^ (attempts + 1)) * interval '1 second' + interval '20 seconds'
          where id in (select id from auth.outbox where next_at <= ${now()} order by next_at limit 16 for update skip locked)
            and expires_at > ${now()}
          returning id, box, attempts`,
      )
      if (due.length === 0) break
      await Promise.all(due.map(sendOne))
    }
    await db.query.execute(sql`delete from auth.outbox where expires_at <= ${now()}`)
  }

  async function sendOne({ id, box: sealed, attempts }: { id: string; box: string; attempts: number }): Promise<void> {
    try {
      await mail.send(JSON.parse(box.open(sealed, `outbox/${id}`)) as MailMessage)
      await db.query.execute(sql`delete from auth.outbox where id = ${id}`)
    } catch (error) {
      // Louder than what mends itself: until somebody looks at LATCHKEY_SMTP_URL, nobody can sign in.
      log.error(
        { attempts, reason: (error as { code?: unknown }).code },
        'A mail could not be sent: see LATCHKEY_SMTP_URL',
      )
      await db.query.execute(
        sql`update auth.outbox set next_at = ${plusMs(now(), Math.min(60_000, firstRetry * 2 ** attempts))} where id = ${id}`,
      )
    }
  }

  function poke(): void {
    if (!closed) void drain().catch(() => log.warn('The outbox could not be read'))
  }

  async function drain(): Promise<void> {
    if (running !== undefined) {
      again = true
      return running
    }
    running = run().finally(() => {
      running = undefined
      if (again && !closed) {
        again = false
        poke()
      }
    })
    return running
  }

  return {
    async put(query, message, life = 600_000) {
      const id = randomId()
      const sealed = box.seal(JSON.stringify(message), `outbox/${id}`)
      await query.execute(
        sql`insert into auth.outbox (id, box, next_at, expires_at) values (${id}, ${sealed}, ${now()}, ${plusMs(now(), life)})`,
      )
    },
    poke,
    drain,
    async close() {
      closed = true
      clearInterval(timer)
      await running?.catch(() => undefined)
    },
  }
}
