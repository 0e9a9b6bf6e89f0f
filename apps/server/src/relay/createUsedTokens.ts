import { wideNetworkOf } from '../platform/limits/networkOf.js'

/** The tokens that opened a socket of this process. */
export type UsedTokens = {
  /** Returns whether a token was used and for how long it may be used again; undefined where nothing is known of it. */
  read(id: string): { isYoung: boolean } | undefined
  /** Remembers a token, where it came from, and for how long it is young and remembered, in milliseconds. */
  add(id: string, use: { ip: string; young: number; life: number }): void
}

/** Which part of all that is remembered is dropped at once: the networks are looked through each time. */
const dropped = 64

/**
 * Creates the memory of used tokens. Anyone makes as many tokens as they like: when it is full, the network that used the most loses its
 * oldest, so that no client evicts the tokens of another by using many of its own.
 *
 * @param options - How many tokens are remembered, and the clock.
 * @returns The memory.
 */
export function createUsedTokens({ most, clock }: { most: number; clock: () => Date }): UsedTokens {
  const tokens = new Map<string, { network: string; youngUntil: number; until: number }>()
  /** The tokens of each network, the oldest first. */
  const networks = new Map<string, Set<string>>()

  function forget(id: string): void {
    const network = tokens.get(id)?.network ?? ''
    tokens.delete(id)
    const own = networks.get(network)
    own?.delete(id)
    if (own?.size === 0) networks.delete(network)
  }

  function makeRoom(): void {
    const now = clock().getTime()
    for (const [id, { until }] of tokens) if (until <= now) forget(id)
    const few = most - Math.ceil(most / dropped)
    const level = levelOf(few)
    // Down to one more than the level for all, and then to the level for as many as it takes.
    for (const each of [level + 1, level])
      for (const own of networks.values())
        for (const id of own) {
          if (own.size <= each || tokens.size <= few) break
          forget(id)
        }
  }

  /** The most tokens that each network can have while all have no more than so many together. */
  function levelOf(few: number): number {
    let [level, beyond] = [0, few + 1]
    while (beyond - level > 1) {
      const middle = Math.floor((level + beyond) / 2)
      let count = 0
      for (const { size } of networks.values()) count += Math.min(size, middle)
      if (count <= few) level = middle
      else beyond = middle
    }
    return level
  }

  return {
    read(id) {
      const found = tokens.get(id)
      const now = clock().getTime()
      return found && found.until > now ? { isYoung: found.youngUntil > now } : undefined
    },
    add(id, { ip, young, life }) {
      const network = wideNetworkOf(ip)
      const now = clock().getTime()
      if (tokens.has(id)) forget(id)
      tokens.set(id, { network, youngUntil: now + young, until: now + life })
      const own = networks.get(network)
      if (own === undefined) networks.set(network, new Set([id]))
      else own.add(id)
      if (tokens.size > most) makeRoom()
    },
  }
}
