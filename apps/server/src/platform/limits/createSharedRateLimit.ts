import { networkOf } from './networkOf.js'
import { createRateLimit, type RateLimit } from './rateLimit.js'
import type { SharedCounts } from './shareCounts.js'

/**
 * Creates a rate limit that counts what its clients take from other processes too, some hundred milliseconds later.
 *
 * @param options - `rate` and `burst` as of `createRateLimit`, the name of the limit in each process, and what the processes tell each
 * other; absent: this one counts alone.
 * @returns The limit.
 */
export function createSharedRateLimit(options: {
  rate: number
  burst: number
  name: string
  counts: SharedCounts | undefined
}): RateLimit {
  const { rate, burst, name, counts } = options
  const limit = createRateLimit({ rate, burst })
  if (counts === undefined || rate === 0) return limit
  const share = counts.spending(name, (client, amount) => void limit.owe(client, amount, Date.now()))
  return {
    take(client, tokens, now) {
      const wait = limit.take(client, tokens, now)
      if (wait === 0) share(networkOf(client), Math.min(tokens, burst))
      return wait
    },
    owe(client, tokens, now) {
      const wait = limit.owe(client, tokens, now)
      if (wait === 0 && tokens > 0) share(networkOf(client), tokens)
      return wait
    },
  }
}
