import { createRecentKeys } from './createRecentKeys.js'
import type { Hub } from './hub.js'
import type { StoredMessage, Taken, Want } from './message.js'
import type { MessageStoreQuota } from './messageStoreQuota.js'
import { ackDeadline, batchSize } from './relayLimits.js'

/** Messages that are delivered before they are written, and never written if all receivers have them in time. */
export type MessageStoreHold = {
  /**
   * Delivers a message at once; undefined when it has to be written first. Resolves when it cannot be lost any more: it is written,
   * or all known parties of its topic have it.
   */
  deliver(message: Taken): Promise<void> | undefined
  /** Delivers the messages of the next turn now, so that later ones stay in order. */
  deliverNow(): void
  /** Takes an acknowledgement; false when the message is not held. */
  acknowledge(topic: string, hash: string, party: string): boolean
  /** Records the readers, and resolves when all delivered messages of their topics can be read. */
  read(wants: readonly Want[]): Promise<void>
  /** Writes the held messages of a topic, or all, in order; resolves when done or failed. */
  release(topic?: string): Promise<void>
}

type Held = {
  message: Taken
  delivered: StoredMessage
  /** The parties that lack it, and those that have it. */
  awaited: string[]
  had: string[]
  waiters: { resolve: () => void; reject: (error: unknown) => void }[]
  writing: Promise<void> | undefined
  group: Group
}
/** Messages with the same wait, the oldest first, and whether a timer watches them. */
type Group = { waiting: Set<Held>; within: number; isWatched: boolean }

/** On how many topics readers are remembered, how many of one topic, and how many messages that all had. */
const [maxTopics, maxReaders, maxHad] = [20_000, 8, 50_000]
/** How much longer than a write the rest after it is, and how long at most, in milliseconds. */
const rest = { times: 4, most: 1_000 }

/**
 * Creates the hold of responses for a message store with a single writer; in the protocol a response has an odd tag.
 *
 * @param options - The parties that listen to a topic, without the sender; the publisher of messages; the quota of the message store; whether
 * earlier messages of a topic are not published yet; the writer of messages; takes who had one that was written, and what became of each.
 * @returns The hold.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods
 */
export function createMessageStoreHold(options: {
  receivers: Hub['receivers']
  publish: (message: StoredMessage) => void
  quota: MessageStoreQuota
  isUnpublished: (topic: string) => boolean
  write: (message: Taken) => Promise<void>
  onHad: (message: StoredMessage, party: string) => void
  onOutcome: (outcome: 'published' | 'duplicate' | 'passed') => void
}): MessageStoreHold {
  const { receivers, publish, quota, isUnpublished, write, onHad, onOutcome } = options
  const topics = new Map<string, Held[]>()
  const readers = new Map<string, string[]>()
  const prompt: Group = { waiting: new Set(), within: ackDeadline, isWatched: false }
  const slow: Group = { waiting: new Set(), within: 0, isWatched: false }
  const had = createRecentKeys(maxHad)
  let pending: StoredMessage[] = []

  const find = (topic: string, hash: string) => topics.get(topic)?.find(({ message }) => message.hash === hash)

  /** Whether all known readers of a topic are subscribed. */
  function isComplete({ topic, sender }: Taken, parties: readonly string[]): boolean {
    const known = readers.get(topic)
    if (known === undefined || known.length > maxReaders || parties.length === 0) return false
    return known.every((party) => party === sender || parties.includes(party))
  }

  function deliverNow(): void {
    const list = pending
    pending = []
    list.forEach(publish)
  }

  function remove(held: Held): void {
    const { topic } = held.message
    const others = topics.get(topic)?.filter((each) => each !== held) ?? []
    if (others.length === 0) topics.delete(topic)
    else topics.set(topic, others)
    held.group.waiting.delete(held)
  }

  /** All have it before it was written. */
  function pass(held: Held): void {
    remove(held)
    held.message.state = 'passed'
    had.add(held.message.key, held.delivered.expiresAt)
    quota.release(held.message)
    onOutcome('passed')
    for (const { resolve } of held.waiters) resolve()
  }

  async function finish(held: Held): Promise<void> {
    try {
      await write(held.message)
      if (held.message.state === 'passed') return
      remove(held)
      for (const party of held.had) onHad(held.delivered, party)
      for (const { resolve } of held.waiters) resolve()
    } catch (error) {
      remove(held)
      for (const { reject } of held.waiters) reject(error)
    }
  }

  function release(held: Held): Promise<void> {
    held.group.waiting.delete(held)
    held.writing ??= finish(held)
    return held.writing
  }

  function releaseTopic(topic: string): Promise<void>[] {
    return (topics.get(topic) ?? []).map(release)
  }

  /**
   * Writes what has waited long enough. Each write is followed by a rest that is longer: the more there is to write, the more is
   * acknowledged meanwhile and need not be, so a relay that has too much to do gets less.
   */
  async function watch(group: Group): Promise<void> {
    const { waiting, within } = group
    if (group.isWatched) return
    group.isWatched = true
    while (waiting.size > 0) {
      const began = Date.now()
      const late: Promise<void>[] = []
      let wait = 0
      for (const held of waiting) {
        wait = held.delivered.publishedAt + within - began
        // A clock that was set back must not hold anything for longer.
        if ((wait > 0 && wait <= within) || late.length >= batchSize) break
        late.push(...releaseTopic(held.message.topic))
      }
      await Promise.all(late)
      if (late.length > 0) wait = Math.min(rest.times * (Date.now() - began), rest.most)
      await new Promise((resolve) => setTimeout(resolve, wait))
      // What has arrived is read before anything is said to be late.
      await new Promise((resolve) => setImmediate(resolve))
    }
    group.isWatched = false
  }

  return {
    deliverNow,
    deliver(message) {
      const { topic, hash, key, tag, sender, attestation = null, ttl } = message
      const same = find(topic, hash)
      if (same !== undefined || had.has(key, Date.now())) {
        onOutcome('duplicate')
        if (same === undefined) return Promise.resolve()
        return new Promise((resolve, reject) => same.waiters.push({ resolve, reject }))
      }
      // A request is confirmed as soon as it is stored: clients that get the confirmation and the response together lose the
      // response. Nothing waits for what follows a response.
      if (tag % 2 === 0) return undefined
      // Messages keep their order, and a sender gets the response to its own message before another's.
      if (isUnpublished(topic) || topics.get(topic)?.some((held) => held.message.sender !== sender)) return undefined
      const { parties, isPrompt } = receivers(topic, sender)
      if (!isComplete(message, parties) || !quota.takeAtOnce(message)) return undefined
      const group = isPrompt ? prompt : slow
      const publishedAt = Date.now()
      const delivered = {
        seq: 0,
        topic,
        hash,
        message: message.message,
        tag,
        attestation,
        sender,
        publishedAt,
        expiresAt: publishedAt + ttl * 1_000,
      }
      message.delivered = delivered
      return new Promise((resolve, reject) => {
        const held: Held = {
          message,
          delivered,
          awaited: parties,
          had: [],
          waiters: [{ resolve, reject }],
          writing: undefined,
          group,
        }
        const list = topics.get(topic)
        if (list === undefined) topics.set(topic, [held])
        else list.push(held)
        group.waiting.add(held)
        onOutcome('published')
        // In the next turn: senders whose messages were acknowledged in this one are answered first.
        if (pending.push(delivered) === 1) setImmediate(deliverNow)
        void watch(group)
      })
    },
    acknowledge(topic, hash, party) {
      const held = find(topic, hash)
      if (held === undefined) return false
      if (!held.had.includes(party)) held.had.push(party)
      held.awaited = held.awaited.filter((each) => each !== party)
      // A message being written may already be promised to a reader.
      if (held.awaited.length === 0 && held.message.state !== 'writing') pass(held)
      return true
    },
    async read(wants) {
      for (const { topic, party } of wants) {
        const parties = readers.get(topic) ?? []
        if (parties.length <= maxReaders && !parties.includes(party)) parties.push(party)
        readers.delete(topic)
        readers.set(topic, parties)
      }
      for (const oldest of readers.keys()) {
        if (readers.size <= maxTopics) break
        readers.delete(oldest)
      }
      const released = wants.flatMap(({ topic }) => {
        // One more has a claim to it now.
        for (const { message } of topics.get(topic) ?? []) message.state = 'writing'
        return releaseTopic(topic)
      })
      await Promise.all(released)
    },
    async release(topic) {
      await Promise.all(topic === undefined ? [...topics.keys()].flatMap(releaseTopic) : releaseTopic(topic))
    },
  }
}
