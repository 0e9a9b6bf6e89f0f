/** Remembers keys for a time. */
export type RecentKeys<Key> = {
  /** Remembers a key until then, in milliseconds. */
  add(key: Key, until: number): void
  /** Whether a key is remembered at a time, in milliseconds. */
  has(key: Key, now: number): boolean
}

/**
 * Creates a memory of the last keys: at least as many as `size`, at most twice as many. Dropping half of them at a time costs
 * nothing, looking for the oldest of a big map does.
 *
 * @param size - How many keys it remembers at least.
 * @returns The memory.
 */
export function createRecentKeys<Key = string>(size: number): RecentKeys<Key> {
  let [young, old] = [new Map<Key, number>(), new Map<Key, number>()]
  return {
    add(key, until) {
      if (young.size >= size) {
        old = young
        young = new Map()
      }
      young.set(key, until)
    },
    has: (key, now) => (young.get(key) ?? old.get(key) ?? 0) > now,
  }
}
