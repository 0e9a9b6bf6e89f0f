import type { Cache } from './cache.js'
import { createChannels } from './createChannels.js'

/**
 * Creates a cache in the memory of this process; the least recently used entry gives way when it is full.
 *
 * @param options - How many characters of keys and values it may hold, and the clock.
 * @returns The cache.
 *
 * @example
 * import { createMemoryCache } from './createMemoryCache.js'
 * const cache = createMemoryCache()
 */
export function createMemoryCache({
  maxSize = 32 * 1024 * 1024,
  clock = () => new Date(),
}: {
  maxSize?: number
  clock?: () => Date
} = {}): Cache {
  const entries = new Map<string, { value: string; until: number; size: number }>()
  const channels = createChannels()
  let size = 0
  const drop = (key: string) => {
    const entry = entries.get(key)
    if (entry && entries.delete(key)) size -= entry.size
  }
  return {
    async get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      if (entry.until <= clock().getTime()) {
        drop(key)
        return undefined
      }
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    async set(key, value, ttl) {
      drop(key)
      const weight = key.length + value.length
      if (ttl <= 0 || weight > maxSize) return
      entries.set(key, { value, until: clock().getTime() + ttl, size: weight })
      size += weight
      for (const oldest of entries.keys()) {
        if (size <= maxSize) break
        drop(oldest)
      }
    },
    async delete(key) {
      drop(key)
    },
    async publish(channel, text) {
      channels.tell(channel, text)
      return true
    },
    async subscribe(channel, listener) {
      channels.add(channel, listener)
      return () => void channels.remove(channel, listener)
    },
    async close() {
      entries.clear()
      size = 0
    },
  }
}
