import type { Log } from '../platform/log/log.js'
import { reasonOf } from '../platform/log/withoutValues.js'
import type { Metrics } from '../platform/metrics/metrics.js'
import { isAboutValues } from './isAboutValues.js'
import type { StoredMessage, Taken } from './message.js'
import type { MessageStoreQuota } from './messageStoreQuota.js'
import type { MessageStoreReceipts } from './messageStoreReceipts.js'
import type { MessageStoreTables } from './messageStoreTables.js'
import { senderLead } from './relayLimits.js'
import { RelayRefusal } from './relayRefusal.js'

/** Messages to store all or none, and the waiting caller. */
export type Put = { rows: Taken[]; resolve: () => void; reject: (error: unknown) => void }

/** Writes several puts of a message store in one statement, and publishes their messages. */
export type MessageStoreBatches = {
  /** Writes the puts and settles each; new messages are published soon after. */
  write(batch: readonly Put[]): Promise<void>
  /** Resolves when the written messages are published. */
  published(): Promise<void>
  /**
   * When a write failed that the database may have committed (`performance.now()`): a repeated put then finds its messages stored
   * but not published.
   */
  failedAt(): number | undefined
  /** Forgets that write, unless another failed since. */
  forgetFailure(at: number): void
}

type Parts = {
  tables: MessageStoreTables
  quota: MessageStoreQuota
  receipts: Pick<MessageStoreReceipts, 'goWith'>
  metrics: Metrics
}

/**
 * Creates the batch writer of a message store.
 *
 * @param options - Its statements, the quota of topics, the acknowledgements that go with a write, the publisher of messages, the
 * callback for finished batches, log and metrics.
 * @returns The batches.
 */
export function createMessageStoreBatches(
  options: Parts & {
    publish: (messages: readonly StoredMessage[]) => void
    onOver: (batch: readonly Put[]) => void
    log: Log
  },
): MessageStoreBatches {
  const { tables, metrics, onOver, log } = options
  let publishing: Promise<void> | undefined
  let failedAt: number | undefined

  async function write(batch: readonly Put[]): Promise<void> {
    // One statement cannot touch a row twice, so the second of two equal messages waits with the first.
    const rows = new Map<string, Taken>()
    for (const put of batch)
      for (const row of put.rows) {
        if (row.state === 'passed' || rows.has(row.key)) continue
        row.state = 'writing'
        rows.set(row.key, row)
      }
    try {
      const stored = await insert(options, rows)
      const known = new Set(rows.size === 0 ? [] : await tables.whichExist([...rows.values()]))
      metrics.relayMessages.inc({ outcome: 'published' }, stored.length)
      metrics.relayMessages.inc({ outcome: 'duplicate' }, known.size)
      for (const put of batch) {
        const isRefused = rows.size > 0 && put.rows.some(({ key }) => rows.has(key) && !known.has(key))
        if (isRefused) put.reject(new RelayRefusal('MailboxLimitExceeded', 'Too many messages wait on this topic'))
        else put.resolve()
      }
      if (stored.length > 0) publishing = publish(stored, batch)
      else onOver(batch)
    } catch (error) {
      const isRefused = isAboutValues(error)
      if (isRefused && batch.length > 1) {
        // Its neighbours must not suffer from what the database does not take.
        const half = batch.length >> 1
        await write(batch.slice(0, half))
        await write(batch.slice(half))
        return
      }
      if (!isRefused) failedAt = performance.now()
      log.error({ reason: reasonOf(error) }, 'Messages could not be kept')
      for (const put of batch)
        put.reject(new RelayRefusal('Internal', 'The message could not be kept', { cause: error }))
      onOver(batch)
    }
  }

  /** Delivers to the receivers in the order of the writes: timers of equal length fire in the order in which they start. */
  async function publish(stored: readonly StoredMessage[], batch: readonly Put[]): Promise<void> {
    // Clients do not listen for the response to a request before its publish is acknowledged.
    await new Promise((resolve) => setTimeout(resolve, senderLead))
    try {
      options.publish(stored)
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'Messages could not be published')
    } finally {
      onOver(batch)
    }
  }

  return {
    write,
    published: async () => publishing,
    failedAt: () => failedAt,
    forgetFailure(at) {
      if (failedAt === at) failedAt = undefined
    },
  }
}

/** Writes messages and removes new ones from the list; returns those that were not published. */
async function insert({ tables, quota, receipts, metrics }: Parts, rows: Map<string, Taken>): Promise<StoredMessage[]> {
  const all = [...rows.values()]
  // Published messages have reserved their room.
  const untaken = all.filter(({ delivered }) => delivered === undefined)
  const toCount = quota.take(untaken)
  if (all.length === 0) return []
  const end = metrics.relayCommit.startTimer()
  const { seqs, counted, now } = await receipts.goWith((had) => tables.insert(all, toCount, had))
  end()
  quota.note(counted, untaken)
  const stored: StoredMessage[] = []
  for (const row of all) {
    const seq = seqs.get(row.key)
    if (seq === undefined) continue
    rows.delete(row.key)
    row.isKept = true
    const { topic, hash, message, tag, sender, attestation = null, ttl, delivered } = row
    if (delivered !== undefined) delivered.seq = seq
    else {
      const expiresAt = now + ttl * 1_000
      stored.push({ seq, topic, hash, message, tag, sender, attestation, publishedAt: now, expiresAt })
    }
  }
  return stored
}
