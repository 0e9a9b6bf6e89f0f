import type { EndedStore } from './signInCookie.js'

/**
 * Keeps in memory which sign-ins were ended, for a server of one process. It forgets them when it restarts.
 *
 * @returns The store.
 *
 * @example
 * import { memoryEnded, signInCookie } from '@latchkey/core/server'
 * const cookie = signInCookie({ secret: 'thirty-two characters or more, from the environment', ended: memoryEnded() })
 */
export function memoryEnded(): EndedStore {
  const ends = new Map<string, number>()
  return {
    async add(id, expiresAt) {
      // Nothing that still holds is dropped: each of them cost a signature.
      for (const [each, end] of ends) if (end <= Date.now()) ends.delete(each)
      ends.set(id, expiresAt.getTime())
    },
    has: async (id) => ends.has(id),
  }
}
