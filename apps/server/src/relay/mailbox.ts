import { hash as digest } from 'node:crypto'
import type { Db } from '../platform/db/db.js'
import type { Log } from '../platform/log/log.js'
import { reasonOf } from '../platform/log/withoutValues.js'
import type { Metrics } from '../platform/metrics/metrics.js'
import { anybody, type Claim, type Storage } from './createStorage.js'
import type { Hub } from './hub.js'
import { createMailboxHold } from './mailboxHold.js'
import { createMailboxRoom } from './mailboxRoom.js'
import { createMailboxTables, type Kept } from './mailboxTables.js'
import type { HashReceipt, NewMessage, StoredMessage, Taken, Want } from './message.js'
import { batchSize, pageSize, rowSize, senderLead, ttlSeconds } from './relayLimits.js'
import { RelayRefusal } from './relayRefusal.js'

/** What is kept for those who are not there. */
export type Mailbox = {
  /**
   * Keeps messages, all or none; resolves once they cannot be lost: they are written, or all who are known on their topics have
   * them. What is kept already is not kept twice.
   */
  put(messages: readonly NewMessage[]): Promise<void>
  /** Notes that a party has a message, so that it is not delivered to it again. Written soon, not at once, if there is room. */
  acknowledge(
    message: Pick<StoredMessage, 'seq' | 'topic' | 'hash' | 'expiresAt'>,
    party: string,
    account?: string,
  ): void
  /** The same for messages that are only known by the SHA-256 of their texts, all at once. */
  acknowledgeByHash(receipts: readonly HashReceipt[], account?: string): Promise<void>
  /** Gives the next messages that a party neither sent nor has, oldest first, and whether there are more. */
  read(wants: readonly Want[], after: number): Promise<{ messages: StoredMessage[]; hasMore: boolean }>
  /**
   * Tells what other processes took in the last seconds for those who neither sent nor have it, and what this process may have kept
   * without hearing of it; not what they were told.
   */
  tellOthers(wants: readonly Want[], seconds: number, hub: Pick<Hub, 'hasHeard' | 'tellHere'>): Promise<void>
  /** Drops what nobody may have any more. */
  sweep(): Promise<void>
  /** Resolves when nothing waits to be written. */
  flush(): Promise<void>
}

type Put = { rows: Taken[]; resolve: () => void; reject: (error: unknown) => void }
type Receipt = { seq: number; party: string; expires: number }

/** How long acknowledgements are gathered, in milliseconds. */
const receiptDelay = 100
/**
 * How long the rest after a write is for each further message in it, and how long at most, in milliseconds: more goes into the
 * next then. A write to PostgreSQL is also a text for every other process.
 */
const rest = { each: 2, most: { pglite: 10, postgres: 30 } }
/** How long after a failed write it may still be done, in milliseconds. */
const doubtTime = 20_000
const noRoom = 'There is no room for more messages from your address now'

/**
 * Makes the mailbox of one relay. All that is put while a write is under way goes into the next one: a write takes as long for
 * hundreds of messages as for one.
 *
 * @param options - The database, how much is kept (absent: as much as comes), the name of this process among others, what to do
 * with messages that may be told, log, figures, and, where nobody else writes to the database, what gives the parties that listen
 * to a topic: what goes to them only is told at once, and written if they do not have it soon. And for how many days a message is
 * kept at most; as long as its sender may ask for when absent.
 * @returns The mailbox.
 */
export function createMailbox(options: {
  db: Db
  storage?: Storage
  origin: string
  onStored: (messages: readonly StoredMessage[]) => void
  receivers?: Hub['receivers'] | undefined
  log: Log
  metrics: Metrics
  keptDays?: number | undefined
}): Mailbox {
  const { db, storage, onStored, log, metrics } = options
  const most = options.keptDays === undefined ? ttlSeconds.max : options.keptDays * 86_400
  const tables = createMailboxTables(db, options.origin)
  const room = createMailboxRoom()
  const puts: Put[] = []
  const receipts = new Map<string, Receipt>()
  // How many messages of a topic wait to be written before they are told.
  const untold = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let restsUntil = 0
  let telling: Promise<void> | undefined
  // What writes acknowledgements: who reads meanwhile would get again what it has.
  let noting: Promise<unknown> | undefined
  // When a write failed that the database may have done all the same: what is then put again is kept already, and was told nobody.
  let failedAt: number | undefined
  // What was kept before this process began has its room too.
  let measuring: Promise<void> | undefined =
    storage &&
    tables
      .measure()
      .then(storage.add, (error: unknown) =>
        log.warn({ reason: reasonOf(error) }, 'What the relay keeps could not be counted'),
      )
      .then(() => {
        measuring = undefined
      })
  const hold =
    options.receivers &&
    createMailboxHold({
      receivers: options.receivers,
      tell: (message) => onStored([message]),
      room,
      isUntold: (topic) => untold.has(topic),
      write: (message) => enqueue([message]),
      // One message is held for a few only, so their acknowledgements need no room.
      onHad: addReceipt,
      onOutcome: (outcome) => metrics.relayMessages.inc({ outcome }),
    })

  function countUntold(rows: readonly Taken[], step: 1 | -1): void {
    for (const { topic, told } of rows) {
      if (told !== undefined) continue
      const count = (untold.get(topic) ?? 0) + step
      if (count === 0) untold.delete(topic)
      else untold.set(topic, count)
    }
  }

  function enqueue(rows: Taken[]): Promise<void> {
    return new Promise((resolve, reject) => {
      countUntold(rows, 1)
      puts.push({ rows, resolve, reject })
      writing ??= write()
    })
  }

  function addReceipt({ seq, topic, hash, expiresAt }: Parameters<Mailbox['acknowledge']>[0], party: string): void {
    // Its equal was in the database before.
    if (seq === 0) tables.insertReceiptsByHash([{ topic, hash, party }]).catch(tellReceipts)
    else receipts.set(`${seq} ${party}`, { seq, party, expires: expiresAt })
    timer ??= setTimeout(() => void settle(), receiptDelay)
  }

  function tellReceipts(error: unknown): void {
    // Who is told a message again knows it by its hash, so a lost note costs nothing but traffic.
    log.warn({ reason: reasonOf(error) }, 'Acknowledgements could not be kept')
  }

  /** Takes what goes into the next write. */
  function takePuts(): Put[] {
    let size = 0
    const end = puts.findIndex(({ rows }, at) => {
      size += rows.length
      return at > 0 && size > batchSize
    })
    return puts.splice(0, end === -1 ? puts.length : end)
  }

  async function writeMessages(batch: readonly Put[]): Promise<void> {
    // One statement cannot touch a row twice, so the second of two equal messages waits with the first.
    const rows = new Map<string, Taken>()
    for (const put of batch)
      for (const row of put.rows) {
        if (row.state === 'passed' || rows.has(row.key)) continue
        row.state = 'writing'
        rows.set(row.key, row)
      }
    try {
      const stored = await insert(rows)
      const known = new Set(rows.size === 0 ? [] : await tables.whichExist([...rows.values()]))
      metrics.relayMessages.inc({ outcome: 'published' }, stored.length)
      metrics.relayMessages.inc({ outcome: 'duplicate' }, known.size)
      for (const put of batch) {
        const isRefused = rows.size > 0 && put.rows.some(({ key }) => rows.has(key) && !known.has(key))
        if (isRefused) put.reject(new RelayRefusal('MailboxLimitExceeded', 'Too many messages wait on this topic'))
        else put.resolve()
      }
      if (stored.length > 0) telling = tell(stored, batch)
      else settleUntold(batch)
    } catch (error) {
      const isRefused = isAboutValues(error)
      if (isRefused && batch.length > 1) {
        // Its neighbours must not suffer from what the database does not take.
        const half = batch.length >> 1
        await writeMessages(batch.slice(0, half))
        await writeMessages(batch.slice(half))
        return
      }
      if (!isRefused) failedAt = performance.now()
      log.error({ reason: reasonOf(error) }, 'Messages could not be kept')
      for (const put of batch)
        put.reject(new RelayRefusal('Internal', 'The message could not be kept', { cause: error }))
      settleUntold(batch)
    }
  }

  /** Writes messages and takes those that are new out of the list; gives those that nobody was told of. */
  async function insert(rows: Map<string, Taken>): Promise<StoredMessage[]> {
    const all = [...rows.values()]
    // For those that were told there is room, they have taken it.
    const untaken = all.filter(({ told }) => told === undefined)
    const toCount = room.take(untaken)
    if (all.length === 0) return []
    const end = metrics.relayCommit.startTimer()
    const { seqs, counted, now } = await insertWithReceipts(all, toCount)
    end()
    room.note(counted, untaken)
    const stored: StoredMessage[] = []
    for (const row of all) {
      const seq = seqs.get(row.key)
      if (seq === undefined) continue
      rows.delete(row.key)
      row.isKept = true
      const { topic, hash, message, tag, sender, attestation = null, ttl, told } = row
      if (told !== undefined) told.seq = seq
      else {
        const expiresAt = now + ttl * 1_000
        stored.push({ seq, topic, hash, message, tag, sender, attestation, publishedAt: now, expiresAt })
      }
    }
    return stored
  }

  /** Writes messages, and in the same statement what was acknowledged meanwhile. */
  function insertWithReceipts(all: readonly Taken[], toCount: ReadonlySet<string>): Promise<Kept> {
    const had = takeReceipts()
    const kept = tables.insert(all, toCount, had)
    // They must not suffer from a message that the database does not take.
    const repair = (error: unknown) => (isAboutValues(error) ? insertReceipts(had) : tellReceipts(error))
    if (had.length > 0) noting = Promise.all([noting, kept.catch(repair)])
    return kept
  }

  /** Delivers to the receivers in the order of the writes: timers of equal length fire in the order in which they start. */
  async function tell(stored: readonly StoredMessage[], batch: readonly Put[]): Promise<void> {
    // Clients do not listen for the response to a request before its publish is acknowledged.
    await new Promise((resolve) => setTimeout(resolve, senderLead))
    try {
      hold?.tellNow()
      onStored(stored)
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'Messages could not be told')
    } finally {
      settleUntold(batch)
    }
  }

  function settleUntold(batch: readonly Put[]): void {
    for (const put of batch) countUntold(put.rows, -1)
  }

  function takeReceipts(): Receipt[] {
    clearTimeout(timer)
    timer = undefined
    const taken = [...receipts.values()]
    receipts.clear()
    return taken
  }

  async function insertReceipts(taken: readonly Receipt[]): Promise<void> {
    if (taken.length === 0) return
    await tables.insertReceipts(taken).catch(tellReceipts)
  }

  /** Resolves when no acknowledgement waits to be written. */
  async function writeReceipts(): Promise<void> {
    noting = Promise.all([noting, insertReceipts(takeReceipts())])
    await noting
  }

  async function write(): Promise<void> {
    // The turn of the event loop gathers what other sockets say meanwhile.
    await new Promise((resolve) => setImmediate(resolve))
    while (puts.length > 0) {
      const wait = restsUntil - performance.now()
      if (wait > 0 && puts.length < batchSize) await new Promise((resolve) => setTimeout(resolve, wait))
      const taken = takePuts()
      await writeMessages(taken)
      restsUntil = performance.now() + Math.min(rest.each * (taken.length - 1), rest.most[db.kind])
    }
    writing = undefined
  }

  async function settle(): Promise<void> {
    while (writing) await writing
    await telling
    await writeReceipts()
  }

  function keep(rows: Taken[]): Promise<void> {
    const [first, second] = rows
    const told = first && second === undefined ? hold?.tell(first) : undefined
    if (told !== undefined) return told
    // Within a topic what was told earlier is written earlier.
    for (const { topic } of rows) void hold?.release(topic)
    return enqueue(rows)
  }

  return {
    async put(messages) {
      if (measuring) await measuring
      const now = Date.now()
      const claims: (Claim | undefined)[] = []
      const rows: Taken[] = messages.map((message) => {
        const hash = digest('sha256', message.message, 'base64url')
        return { ...message, ttl: Math.min(message.ttl, most), hash, key: message.topic + hash }
      })
      try {
        for (const row of storage ? rows : []) {
          const claim = storage?.take(row.account ?? anybody, sizeOf(row), now + row.ttl * 1_000)
          if (claim === undefined) throw new RelayRefusal('MailboxLimitExceeded', noRoom)
          claims.push(claim)
        }
        await keep(rows)
      } finally {
        rows.forEach(({ isKept }, at) => {
          const claim = claims[at]
          if (claim && !isKept) storage?.giveBack(claim)
        })
      }
    },
    acknowledge(message, party, account = anybody) {
      if (hold?.acknowledge(message.topic, message.hash, party)) return
      // Who is told a message again knows it by its hash.
      if (storage === undefined || storage.take(account, rowSize.receipt, message.expiresAt)) addReceipt(message, party)
    },
    async acknowledgeByHash(receipts, account = anybody) {
      const left = receipts.filter(({ topic, hash, party }) => !hold?.acknowledge(topic, hash, party))
      const claim = storage?.take(account, left.length * rowSize.receipt, Date.now())
      if (left.length === 0 || (storage && claim === undefined)) return
      const kept = await tables.insertReceiptsByHash(left).finally(() => claim && storage?.giveBack(claim))
      for (const until of kept) storage?.take(account, rowSize.receipt, until)
    },
    async read(wants, after) {
      await hold?.read(wants)
      await writeReceipts()
      return tables.read(wants, after, pageSize)
    },
    async tellOthers(wants, seconds, { hasHeard, tellHere }) {
      await writeReceipts()
      const [now, failed] = [performance.now(), failedAt]
      const found = await tables.findOthers(wants, seconds, { withOwn: failed !== undefined })
      const missed = found.filter((seq) => !hasHeard(seq))
      for (let at = 0; at < missed.length; at += pageSize)
        tellHere(await tables.readPlaces(wants, missed.slice(at, at + pageSize)))
      if (failed === failedAt && failed !== undefined && now - failed > doubtTime) failedAt = undefined
    },
    async sweep() {
      storage?.sweep(Date.now())
      await tables.sweep(most)
    },
    async flush() {
      await hold?.release()
      await settle()
    },
  }
}

function sizeOf({ message, attestation }: NewMessage): number {
  return rowSize.message + message.length + (attestation?.length ?? 0)
}

/** Whether a database refused a statement for what was in it, by the class of the SQLSTATE; with other values it may take the same. */
function isAboutValues(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const { code } = (cause ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^(?:22|23|54)/.test(code)
}
