import { grantSize, mailboxSize } from './relayLimits.js'

/** How much may still be put on topics. */
export type MailboxRoom = {
  /** Gives those of the messages that their topics have room for, and counts them as put. */
  take<Message extends Known>(messages: readonly Message[]): Promise<Message[]>
  /** Counts a message as put where that can be told without asking: there is room, and it is certainly not kept already. */
  takeAtOnce(message: Known): boolean
  /** Undoes `takeAtOnce` for a message that need not be kept after all. */
  giveBack(message: Known): void
}

type Known = { topic: string; hash: string }
/** How much of a grant is left, and what is kept on its topic; nothing is known of a topic that has more than a grant. */
type Grant = { left: number; hashes: Set<string> | undefined }

/** Of how many topics a grant is remembered. */
const maxTopics = 20_000

/**
 * Makes what holds topics to the size of a mailbox. Counting what waits on a topic costs as much as keeping a message, so it is
 * done once for many: a part of what is free is granted and used up before it is counted again. Processes that share a database
 * can exceed the size by the grants of the others.
 *
 * @param count - Counts what waits on topics, up to the size, and gives the hashes of the first, more than a grant if there are as
 * many; a topic without any may be left out.
 * @returns The room of one mailbox.
 */
export function createMailboxRoom(
  count: (topics: readonly string[]) => Promise<readonly { topic: string; held: number; hashes: readonly string[] }[]>,
): MailboxRoom {
  const grants = new Map<string, Grant>()

  async function grant(needs: ReadonlyMap<string, number>): Promise<void> {
    const counted = new Map((await count([...needs.keys()])).map((each) => [each.topic, each]))
    for (const [topic, need] of needs) {
      const { held, hashes } = counted.get(topic) ?? { held: 0, hashes: [] }
      // The oldest is dropped first, and a new grant makes a topic the youngest.
      grants.delete(topic)
      grants.set(topic, {
        left: Math.min(mailboxSize - held, Math.max(need, grantSize)),
        hashes: held > grantSize ? undefined : new Set(hashes),
      })
    }
    for (const oldest of grants.keys()) {
      if (grants.size - needs.size <= maxTopics) break
      grants.delete(oldest)
    }
  }

  function use(grant: Grant | undefined, hash: string): boolean {
    if (grant === undefined || grant.left <= 0) return false
    grant.left--
    grant.hashes?.add(hash)
    return true
  }

  return {
    async take(messages) {
      const needs = new Map<string, number>()
      for (const { topic } of messages) needs.set(topic, (needs.get(topic) ?? 0) + 1)
      for (const [topic, need] of needs) if ((grants.get(topic)?.left ?? 0) >= need) needs.delete(topic)
      if (needs.size > 0) await grant(needs)
      return messages.filter(({ topic, hash }) => use(grants.get(topic), hash))
    },
    takeAtOnce({ topic, hash }) {
      const grant = grants.get(topic)
      return grant?.hashes !== undefined && !grant.hashes.has(hash) && use(grant, hash)
    },
    giveBack({ topic, hash }) {
      const grant = grants.get(topic)
      if (grant?.hashes?.delete(hash)) grant.left++
    },
  }
}
