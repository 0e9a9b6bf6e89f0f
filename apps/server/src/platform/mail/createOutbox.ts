import type { WalletDeps } from '../../walletDeps.js'
import type { Query } from '../db/rows.js'
import { randomId } from '../secrets/randomId.js'
import { createOutboxTable, type DueMail } from './createOutboxTable.js'
import { type MailMessage, mailsAtOnce } from './mail.js'
import { receiverOf } from './receiverOf.js'

/** Mails that go out after the change they tell of is in the database, and only then. */
export type Outbox = {
  /** Writes a mail within a transaction; it is dropped when it could not be sent within its life in milliseconds. */
  put(query: Query, message: MailMessage, life?: number): Promise<void>
  /** Sends what waits, without making anybody wait. */
  poke(): void
  /** The same; resolves once all that was due has been tried. */
  drain(): Promise<void>
  /** How many mails wait, sent before or not. */
  depth(): Promise<number>
  close(): Promise<void>
}

/** How often the outbox looks, how long a mail is left to the server that took it, both in milliseconds, and whose it is. */
type OutboxOptions = { pause?: number; lease?: number; schema?: 'auth' | 'recovery'; onFailed?: () => void }

/** How long a mail that failed waits, in milliseconds. */
const [firstRetry, longestRetry] = [2_000, 60_000]

/**
 * Creates the outbox of one server; several servers may share the table. A mail goes out once, unless the server ends, or the
 * database is away for longer than a lease, after the mail was taken and before that could be written down.
 *
 * @param options - How often the outbox looks by itself, and for how long a mail that a server took is left to it, in milliseconds; and
 * whose outbox it is; and the callback for failed attempts.
 */
export function createOutbox(
  { db, now, box, mail, log }: Pick<WalletDeps, 'db' | 'now' | 'box' | 'mail' | 'log'>,
  { pause = 2_000, lease = 20_000, schema = 'auth', onFailed }: OutboxOptions = {},
): Outbox {
  const table = createOutboxTable({ db, now, lease, schema })
  const sending = new Map<string, Promise<void>>()
  /** What the mail server took: another copy would come after newer codes and be taken for one. */
  const sent = new Set<string>()
  /** What of it the table still holds. */
  const left = new Set<string>()
  let looking: Promise<void> | undefined
  let tending: Promise<void> | undefined
  let again = false
  let closed = false
  // A mail that failed, or that a server left behind when it ended, goes out without anybody poking.
  const timer = setInterval(() => {
    tending ??= tend()
      .catch(() => log.warn('The outbox could not be written'))
      .finally(() => {
        tending = undefined
      })
    poke()
  }, pause)
  timer.unref()

  /** Keeps what is on its way from other servers, however slow the mail server is, and deletes what has arrived. */
  async function tend(): Promise<void> {
    await forget()
    await table.renew([...sending.keys()])
  }

  async function forget(): Promise<void> {
    const ids = [...left]
    if (ids.length === 0) return
    await table.remove(ids)
    for (const id of ids) left.delete(id)
    // A claim that was under way before may still bring them; one that takes longer than this is no longer listened to.
    setTimeout(() => ids.forEach((id) => void sent.delete(id)), lease).unref()
  }

  async function search(): Promise<void> {
    for (let room = mailsAtOnce - sending.size; room > 0 && !closed; room = mailsAtOnce - sending.size) {
      const due = await table.claim(room)
      for (const mail of due) if (!sending.has(mail.id) && !sent.has(mail.id)) start(mail)
      if (due.length < room) break
    }
    await table.sweep()
  }

  function start(mail: DueMail): void {
    const done = sendOne(mail)
      .catch(() => log.warn('The outbox could not be written'))
      .finally(() => {
        const wasFull = sending.size >= mailsAtOnce
        sending.delete(mail.id)
        if (wasFull) poke()
      })
    sending.set(mail.id, done)
  }

  async function sendOne({ id, box: sealed, attempts }: DueMail): Promise<void> {
    try {
      await mail.send({ ...(JSON.parse(box.open(sealed, `outbox/${id}`)) as MailMessage), id })
    } catch (error) {
      onFailed?.()
      // An error, not a warning: until LATCHKEY_SMTP_URL is fixed, no user can sign in.
      log.error(
        { attempts, reason: (error as { code?: unknown }).code },
        'A mail could not be sent: see LATCHKEY_SMTP_URL',
      )
      await table.postpone(id, Math.min(longestRetry, firstRetry * 2 ** attempts))
      return
    }
    sent.add(id)
    left.add(id)
    await forget()
  }

  function look(): Promise<void> {
    if (looking !== undefined) {
      again = true
      return looking
    }
    looking = search().finally(() => {
      looking = undefined
      if (!again) return
      again = false
      poke()
    })
    return looking
  }

  function poke(): void {
    if (!closed) void look().catch(() => log.warn('The outbox could not be read'))
  }

  return {
    async put(query, message, life = 600_000) {
      const id = randomId()
      const sealed = box.seal(JSON.stringify(message), `outbox/${id}`)
      await table.insert(query, { id, box: sealed, receiver: receiverOf(box, message.to) }, life)
    },
    poke,
    async drain() {
      // One that looks already may have passed what was written since.
      await looking?.catch(() => undefined)
      await look()
      while (sending.size > 0) {
        await Promise.all(sending.values())
        await look()
      }
    },
    depth: table.count,
    async close() {
      closed = true
      await looking?.catch(() => undefined)
      // Until the last mail is sent, the other callers see it as pending.
      await Promise.all(sending.values())
      clearInterval(timer)
      await tending
    },
  }
}
