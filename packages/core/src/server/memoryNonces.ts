/** INTERFACE: the nonces that a server has given out. With several processes they are in a database that all of them share. */
export type NonceStore = {
  /** Stores a nonce until a time. */
  add(nonce: string, expiresAt: Date): Promise<void>
  /** Takes a nonce: true once for a known nonce that has not expired. */
  take(nonce: string): Promise<boolean>
}

/** The most that one process keeps; the oldest go first. */
const mostKept = 100_000

/**
 * Keeps nonces in memory, for a server of one process.
 *
 * @returns The store.
 *
 * @example
 * import { memoryNonces } from '@latchkey/core/server'
 * const nonces = memoryNonces()
 * await nonces.add(crypto.randomUUID().replaceAll('-', ''), new Date(Date.now() + 5 * 60_000))
 */
export function memoryNonces(): NonceStore {
  const ends = new Map<string, number>()
  return {
    async add(nonce, expiresAt) {
      ends.set(nonce, expiresAt.getTime())
      for (const [oldest, end] of ends) {
        if (end > Date.now() && ends.size <= mostKept) break
        ends.delete(oldest)
      }
    },
    async take(nonce) {
      const end = ends.get(nonce)
      ends.delete(nonce)
      return end !== undefined && end > Date.now()
    },
  }
}
