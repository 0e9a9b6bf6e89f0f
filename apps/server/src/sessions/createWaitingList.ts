import { networkOf } from '../platform/limits/networkOf.js'

/** Which sessions that wait were begun from where. */
export type WaitingList = {
  /** Adds one, and gives those that it takes the place of: the oldest from the same address. */
  push(ip: string, pci: string): string[]
}

/** From how many addresses sessions are remembered: more than may wait at once. */
const maxNetworks = 20_000

/**
 * Creates the list of the sessions that wait. It is kept in memory, so that the database does not reveal which apps an account uses.
 *
 * @param most - How many may wait from one address; a /64 of IPv6 is one.
 * @returns The list.
 */
export function createWaitingList(most: number): WaitingList {
  const networks = new Map<string, string[]>()
  return {
    push(ip, pci) {
      const network = networkOf(ip)
      const waiting = [...(networks.get(network) ?? []), pci]
      // The least recently seen address is evicted first.
      networks.delete(network)
      networks.set(network, waiting.slice(-most))
      for (const oldest of networks.keys()) {
        if (networks.size <= maxNetworks) break
        networks.delete(oldest)
      }
      return waiting.slice(0, -most)
    },
  }
}
