import { networkOf } from './networkOf.js'

/** A token bucket for each client. */
export type RateLimit = {
  /** Takes tokens; gives 0 when there were enough, else the seconds to wait. */
  take(client: string, tokens: number, now: number): number
}

const maxClients = 20_000

/**
 * Makes the rate limit of one server.
 *
 * @param options - `rate` tokens come back each second, up to `burst`; a rate of 0 switches the limit off.
 * @returns The limit; it remembers the 20 000 clients seen last.
 */
export function createRateLimit({ rate, burst }: { rate: number; burst: number }): RateLimit {
  const buckets = new Map<string, { tokens: number; at: number }>()
  return {
    take(client, tokens, now) {
      if (rate === 0) return 0
      const key = networkOf(client)
      const known = buckets.get(key)
      const had = known ? Math.min(burst, known.tokens + ((now - known.at) / 1000) * rate) : burst
      // A call that costs more than a full bucket holds must still be possible for somebody who waited.
      const cost = Math.min(tokens, burst)
      const enough = had >= cost
      buckets.delete(key)
      buckets.set(key, { tokens: enough ? had - cost : had, at: now })
      if (buckets.size > maxClients)
        for (const oldest of buckets.keys()) {
          buckets.delete(oldest)
          break
        }
      return enough ? 0 : Math.max(1, Math.ceil((cost - had) / rate))
    },
  }
}
