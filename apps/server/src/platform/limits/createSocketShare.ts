import type { Duplex } from 'node:stream'
import { isLoopback } from '../http/clientIp.js'
import { networkOf } from './networkOf.js'
import type { SharedCounts } from './shareCounts.js'

/** The number of open sockets by client. */
export type SocketShare = {
  /** Counts a socket until it is closed; false, and nothing counted, when its client has its share already. */
  take(ip: string, socket: Duplex): boolean
}

/**
 * Creates the count that keeps one client from taking every socket: a quarter of them is its share.
 *
 * @param options - How many sockets may be open at once, and whether this machine itself is exempt, and what other
 * processes tell, under a name.
 * @returns The count; a /64 of IPv6 is one client.
 */
export function createSocketShare(options: {
  maxSockets: number
  exemptLoopback: boolean
  shared?: { counts: SharedCounts; name: string } | undefined
}): SocketShare {
  const most = Math.ceil(options.maxSockets / 4)
  const open = new Map<string, number>()
  const elsewhere = options.shared?.counts.holding(options.shared.name, function* heavy() {
    // A client with fewer in each of sixteen processes is below its share.
    for (const [client, count] of open) if (count >= most / 16) yield [client, count]
  })
  return {
    take(ip, socket) {
      if (options.exemptLoopback && isLoopback(ip)) return true
      const client = networkOf(ip)
      const count = open.get(client) ?? 0
      if (count + (elsewhere?.(client) ?? 0) >= most) return false
      open.set(client, count + 1)
      socket.once('close', () => {
        const left = (open.get(client) ?? 1) - 1
        if (left > 0) open.set(client, left)
        else open.delete(client)
      })
      return true
    },
  }
}
