import { hash as digest } from 'node:crypto'
import type { Db } from '../platform/db/db.js'
import type { Log } from '../platform/log/log.js'
import type { Metrics } from '../platform/metrics/metrics.js'
import { anybody, type Storage } from './createStorageQuota.js'
import { deliverMissed } from './deliverMissed.js'
import type { Hub } from './hub.js'
import type { HashReceipt, NewMessage, StoredMessage, Taken, Want } from './message.js'
import { createMessageStoreClaims } from './messageStoreClaims.js'
import { createMessageStoreHold } from './messageStoreHold.js'
import { createMessageStoreQuota } from './messageStoreQuota.js'
import { createMessageStoreReceipts } from './messageStoreReceipts.js'
import { createMessageStoreTables } from './messageStoreTables.js'
import { createMessageStoreWriter } from './messageStoreWriter.js'
import { pageSize, rowSize, ttlSeconds } from './relayLimits.js'

/** The stored messages of a relay. */
export type MessageStore = {
  /**
   * Stores messages, all or none; resolves once they cannot be lost: they are written, or all known parties of their topics have
   * them. Duplicates are stored once.
   */
  put(messages: readonly NewMessage[]): Promise<void>
  /** Records that a party has a message, so that it is not delivered again. Written soon, not at once, if there is room. */
  acknowledge(
    message: Pick<StoredMessage, 'seq' | 'topic' | 'hash' | 'expiresAt'>,
    party: string,
    account?: string,
  ): void
  /** The same for messages that are only known by the SHA-256 of their texts, all at once. */
  acknowledgeByHash(receipts: readonly HashReceipt[], account?: string): Promise<void>
  /** Returns the next messages that a party neither sent nor has, oldest first, and whether there are more. */
  read(wants: readonly Want[], after: number): Promise<{ messages: StoredMessage[]; hasMore: boolean }>
  /**
   * Delivers messages that other processes stored in the last seconds to parties that neither sent nor have them, and those that
   * this process may have stored unknowingly; not what they already got.
   */
  deliverMissed(wants: readonly Want[], seconds: number, hub: Pick<Hub, 'hasDelivered' | 'deliver'>): Promise<void>
  /** Deletes expired messages. */
  sweep(): Promise<void>
  /** Resolves when nothing waits to be written. */
  flush(): Promise<void>
}

/**
 * Creates the message store of one relay. All that is put while a write is under way goes into the next one: a write takes as long for
 * hundreds of messages as for one.
 *
 * @param options - The database, how much is kept (absent: as much as comes), the name of this process among others, what to do
 * with messages that may be published, log, figures, and, where nobody else writes to the database, what gives the parties that listen
 * to a topic: what goes to them only is delivered at once, and written if they do not have it soon. How many processes write to it, one when
 * absent, and for how many days a message is
 * kept at most; as long as its sender may ask for when absent.
 * @returns The message store.
 */
export function createMessageStore(options: {
  db: Db
  storage?: Storage
  origin: string
  onStored: (messages: readonly StoredMessage[]) => void
  receivers?: Hub['receivers'] | undefined
  processes?: Hub['processes']
  log: Log
  metrics: Metrics
  keptDays?: number | undefined
}): MessageStore {
  const { db, storage, onStored, processes = () => 1, log, metrics } = options
  const most = options.keptDays === undefined ? ttlSeconds.max : options.keptDays * 86_400
  const tables = createMessageStoreTables(db, options.origin)
  const quota = createMessageStoreQuota()
  let settling: Promise<void> | undefined
  let isDueAgain = false
  const receipts = createMessageStoreReceipts({ tables, onDue: settleOnce, log })
  const publish = (messages: readonly StoredMessage[]) => {
    hold?.deliverNow()
    onStored(messages)
  }
  const writer = createMessageStoreWriter({ kind: db.kind, processes, tables, quota, receipts, publish, log, metrics })
  const claimed = storage && createMessageStoreClaims({ storage, tables, log })
  const hold =
    options.receivers &&
    createMessageStoreHold({
      receivers: options.receivers,
      publish: (message) => onStored([message]),
      quota,
      isUnpublished: writer.isUnpublished,
      write: (message) => writer.enqueue([message]),
      // One message is held for a few only, so their acknowledgements need no room.
      onHad: receipts.add,
      onOutcome: (outcome) => metrics.relayMessages.inc({ outcome }),
    })

  /** A writer that always has something to write takes the acknowledgements with it, and those who wait for its end would add up. */
  function settleOnce(): void {
    if (settling !== undefined) {
      isDueAgain = true
      return
    }
    settling = settle().finally(() => {
      settling = undefined
      if (!isDueAgain) return
      isDueAgain = false
      settleOnce()
    })
  }

  async function settle(): Promise<void> {
    await writer.settle()
    await receipts.write()
  }

  function keep(rows: Taken[]): Promise<void> {
    const [first, second] = rows
    const delivery = first && second === undefined ? hold?.deliver(first) : undefined
    if (delivery !== undefined) return delivery
    // Within a topic what was delivered earlier is written earlier.
    for (const { topic } of rows) void hold?.release(topic)
    return writer.enqueue(rows)
  }

  return {
    async put(messages) {
      const rows: Taken[] = messages.map((message) => {
        const hash = digest('sha256', message.message, 'base64url')
        return { ...message, ttl: Math.min(message.ttl, most), hash, key: message.topic + hash }
      })
      await (claimed === undefined ? keep(rows) : claimed(rows, () => keep(rows)))
    },
    acknowledge(message, party, account = anybody) {
      if (hold?.acknowledge(message.topic, message.hash, party)) return
      // Clients recognise a repeated message by its hash.
      if (storage === undefined || storage.take(account, rowSize.receipt, message.expiresAt))
        receipts.add(message, party)
    },
    async acknowledgeByHash(had, account = anybody) {
      const left = had.filter(({ topic, hash, party }) => !hold?.acknowledge(topic, hash, party))
      const claim = storage?.take(account, left.length * rowSize.receipt, Date.now())
      if (left.length === 0 || (storage && claim === undefined)) return
      const kept = await tables.insertReceiptsByHash(left).finally(() => claim && storage?.release(claim))
      for (const until of kept) storage?.take(account, rowSize.receipt, until)
    },
    async read(wants, after) {
      await hold?.read(wants)
      await receipts.write()
      return tables.read(wants, after, pageSize)
    },
    async deliverMissed(wants, seconds, hub) {
      await receipts.write()
      await deliverMissed({ tables, writer }, { wants, seconds, hub })
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
