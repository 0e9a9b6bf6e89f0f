import type { Log } from '../platform/log/log.js'
import { reasonOf } from '../platform/log/withoutValues.js'
import { isAboutValues } from './isAboutValues.js'
import type { StoredMessage } from './message.js'
import type { Kept, MessageStoreTables, Receipt } from './messageStoreTables.js'

/** The acknowledgements of one message store that wait to be written. */
export type MessageStoreReceipts = {
  /** Notes that a party has a message. */
  add(message: Pick<StoredMessage, 'seq' | 'topic' | 'hash' | 'expiresAt'>, party: string): void
  /** Has all that waits go into a write of messages. */
  goWith(write: (had: readonly Receipt[]) => Promise<Kept>): Promise<Kept>
  /** Writes what waits; resolves when none does. */
  write(): Promise<void>
}

/** How long acknowledgements are gathered, in milliseconds. */
const delay = 100

/**
 * Gathers the acknowledgements of one message store.
 *
 * @param options - The statements, what is called when some have waited long enough, and the log.
 * @returns The acknowledgements.
 */
export function createMessageStoreReceipts(options: {
  tables: MessageStoreTables
  onDue: () => void
  log: Log
}): MessageStoreReceipts {
  const { tables, log } = options
  const receipts = new Map<string, Receipt>()
  let timer: NodeJS.Timeout | undefined
  // Writing acknowledgements takes time: a concurrent read would deliver them again.
  let noting: Promise<unknown> | undefined

  function logLost(error: unknown): void {
    // Clients recognise a repeated message by its hash, so a lost record costs only traffic.
    log.warn({ reason: reasonOf(error) }, 'Acknowledgements could not be kept')
  }

  function take(): Receipt[] {
    clearTimeout(timer)
    timer = undefined
    const taken = [...receipts.values()]
    receipts.clear()
    return taken
  }

  async function insert(taken: readonly Receipt[]): Promise<void> {
    if (taken.length === 0) return
    await tables.insertReceipts(taken).catch(logLost)
  }

  return {
    add({ seq, topic, hash, expiresAt }, party) {
      // Its equal was in the database before.
      if (seq === 0) tables.insertReceiptsByHash([{ topic, hash, party }]).catch(logLost)
      else receipts.set(`${seq} ${party}`, { seq, party, expires: expiresAt })
      timer ??= setTimeout(options.onDue, delay)
    },
    goWith(write) {
      const had = take()
      const kept = write(had)
      // They must not suffer from a message that the database does not take.
      const repair = (error: unknown) => (isAboutValues(error) ? insert(had) : logLost(error))
      if (had.length > 0) noting = Promise.all([noting, kept.catch(repair)])
      return kept
    },
    async write() {
      noting = Promise.all([noting, insert(take())])
      await noting
    },
  }
}
