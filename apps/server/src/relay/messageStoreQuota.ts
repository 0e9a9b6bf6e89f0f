import { grantSize, messagesPerTopic } from './relayLimits.js'

/** How much may still be put on topics. */
export type MessageStoreQuota = {
  /**
   * Counts messages as put on topics that are known to have room for all of theirs. Gives the other topics: what waits there has
   * to be counted with the write of these messages.
   */
  take(messages: readonly Known[]): Set<string>
  /** Notes what was counted on topics before these messages were put there. */
  note(counted: readonly Counted[], messages: readonly Known[]): void
  /** Counts a message without a query: there is room, and it is certainly not stored yet. */
  takeAtOnce(message: Known): boolean
  /** Undoes `takeAtOnce` for a message that need not be kept after all. */
  release(message: Known): void
}

/** How many messages wait on a topic, at most its size, and the hashes of the first, more than a grant if there are as many. */
export type Counted = { topic: string; held: number; hashes: readonly string[] }

type Known = { topic: string; hash: string }
/** How much of a grant is left, and what is kept on its topic; nothing is known of a topic that has more than a grant. */
type Grant = { left: number; hashes: Set<string> | undefined }

/** Of how many topics a grant is remembered. */
const maxTopics = 20_000

/**
 * Creates the part that holds topics to the size of a message store. Counting what waits on a topic costs as much as keeping a message, so it is
 * done once for many: a part of what is free is granted and used up before it is counted again. Processes that share a database
 * can exceed the size by the grants of the others.
 *
 * @returns The quota of one message store.
 */
export function createMessageStoreQuota(): MessageStoreQuota {
  const grants = new Map<string, Grant>()

  function use(grant: Grant | undefined, hash: string): boolean {
    if (grant === undefined || grant.left <= 0) return false
    grant.left--
    grant.hashes?.add(hash)
    return true
  }

  return {
    take(messages) {
      const needs = countByTopic(messages)
      const toCount = new Set<string>()
      for (const [topic, need] of needs) if ((grants.get(topic)?.left ?? 0) < need) toCount.add(topic)
      for (const { topic, hash } of messages) if (!toCount.has(topic)) use(grants.get(topic), hash)
      return toCount
    },
    note(counted, messages) {
      const needs = countByTopic(messages)
      for (const { topic, held, hashes } of counted) {
        // The oldest is dropped first, and a new grant makes a topic the youngest.
        grants.delete(topic)
        grants.set(topic, {
          left: Math.min(messagesPerTopic - held, Math.max(needs.get(topic) ?? 0, grantSize)),
          hashes: held > grantSize ? undefined : new Set(hashes),
        })
      }
      for (const oldest of grants.keys()) {
        if (grants.size - counted.length <= maxTopics) break
        grants.delete(oldest)
      }
      const topics = new Set(counted.map(({ topic }) => topic))
      for (const { topic, hash } of messages) if (topics.has(topic)) use(grants.get(topic), hash)
    },
    takeAtOnce({ topic, hash }) {
      const grant = grants.get(topic)
      return grant?.hashes !== undefined && !grant.hashes.has(hash) && use(grant, hash)
    },
    release({ topic, hash }) {
      const grant = grants.get(topic)
      if (grant?.hashes?.delete(hash)) grant.left++
    },
  }
}

function countByTopic(messages: readonly Known[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { topic } of messages) counts.set(topic, (counts.get(topic) ?? 0) + 1)
  return counts
}
