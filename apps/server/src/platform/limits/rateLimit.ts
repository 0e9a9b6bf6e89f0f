import { networkOf } from './networkOf.js'

/** A token bucket for each client. */
export type RateLimit = {
  /** Takes tokens; gives 0 when there were enough, else the seconds to wait. */
  take(client: string, tokens: number, now: number): number
  /** Takes more tokens than there may be, once: who owes some gets nothing until they came back. Gives the same. */
  owe(client: string, tokens: number, now: number): number
}

const maxClients = 20_000

/**
 * Creates the rate limit of one server.
 *
 * @param options - `rate` tokens come back each second, up to `burst`; a rate of 0 switches the limit off.
 * @returns The limit; it remembers the 20 000 clients seen last.
 */
export function createRateLimit({ rate, burst }: { rate: number; burst: number }): RateLimit {
  const buckets = new Map<string, { tokens: number; at: number }>()

  /** Takes what something costs where the bucket holds as much as is needed; gives 0, or the seconds until it does. */
  function pay(client: string, cost: number, needed: number, now: number): number {
    const key = networkOf(client)
    const known = buckets.get(key)
    // A clock that is set back would else take tokens away, and everybody would wait until it is where it was.
    const had = known ? Math.min(burst, known.tokens + (Math.max(0, now - known.at) / 1000) * rate) : burst
    const enough = had >= needed
    buckets.delete(key)
    buckets.set(key, { tokens: enough ? had - cost : had, at: now })
    if (buckets.size > maxClients)
      for (const oldest of buckets.keys()) {
        buckets.delete(oldest)
        break
      }
    return enough ? 0 : Math.max(1, Math.ceil((needed - had) / rate))
  }

  return {
    take(client, tokens, now) {
      // A call that costs more than a full bucket must still pass once the bucket is full.
      const cost = Math.min(tokens, burst)
      return rate === 0 ? 0 : pay(client, cost, cost, now)
    },
    owe: (client, tokens, now) => (rate === 0 || tokens === 0 ? 0 : pay(client, tokens, 0, now)),
  }
}
