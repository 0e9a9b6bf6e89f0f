import type { Db } from '../platform/db/db.js'
import type { Taken } from './message.js'
import { createMessageStoreBatches, type MessageStoreBatches, type Put } from './messageStoreBatches.js'
import { batchSize } from './relayLimits.js'

/** The batching writer of a message store. */
export type MessageStoreWriter = Pick<MessageStoreBatches, 'failedAt' | 'forgetFailure'> & {
  /** Has messages written, all or none; resolves once they are. */
  enqueue(rows: Taken[]): Promise<void>
  /** Whether messages of a topic wait to be written before they are published. */
  isUnpublished(topic: string): boolean
  /** Resolves when nothing waits to be written or delivered. */
  settle(): Promise<void>
}

/**
 * How long the rest after a write is for each further message in it, and how long at most, in milliseconds: more goes into the
 * next then. A write to PostgreSQL is also a text for every other process, so processes that share a database rest for as many
 * times as long, up to `processes`, and write together about as often as one alone.
 */
const rest = { each: 2, most: { pglite: 10, postgres: 30 }, processes: 4 }

/**
 * Creates the writer of one message store. All that is put while a write is under way goes into the next one: a write takes as long for
 * hundreds of messages as for one.
 *
 * @param options - Which database it is, how many processes write to it now, and what its batches need.
 * @returns The writer.
 */
export function createMessageStoreWriter(
  options: { kind: Db['kind']; processes: () => number } & Omit<
    Parameters<typeof createMessageStoreBatches>[0],
    'onOver'
  >,
): MessageStoreWriter {
  const puts: Put[] = []
  // The number of messages of a topic that wait to be written before they are published.
  const unpublished = new Map<string, number>()
  let writing: Promise<void> | undefined
  let restsUntil = 0
  const { write, published, failedAt, forgetFailure } = createMessageStoreBatches({
    ...options,
    onOver(batch) {
      for (const put of batch) countUnpublished(put.rows, -1)
    },
  })

  function countUnpublished(rows: readonly Taken[], step: 1 | -1): void {
    for (const { topic, delivered } of rows) {
      if (delivered !== undefined) continue
      const count = (unpublished.get(topic) ?? 0) + step
      if (count === 0) unpublished.delete(topic)
      else unpublished.set(topic, count)
    }
  }

  function enqueue(rows: Taken[]): Promise<void> {
    return new Promise((resolve, reject) => {
      countUnpublished(rows, 1)
      puts.push({ rows, resolve, reject })
      writing ??= writeAll()
    })
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

  async function writeAll(): Promise<void> {
    // The turn of the event loop gathers what other sockets say meanwhile.
    await new Promise((resolve) => setImmediate(resolve))
    while (puts.length > 0) {
      const wait = restsUntil - performance.now()
      if (wait > 0 && puts.length < batchSize) await new Promise((resolve) => setTimeout(resolve, wait))
      const taken = takePuts()
      await write(taken)
      const times = Math.min(options.processes(), rest.processes)
      restsUntil = performance.now() + times * Math.min(rest.each * (taken.length - 1), rest.most[options.kind])
    }
    writing = undefined
  }

  return {
    enqueue,
    isUnpublished: (topic) => unpublished.has(topic),
    failedAt,
    forgetFailure,
    async settle() {
      while (writing) await writing
      await published()
    },
  }
}
