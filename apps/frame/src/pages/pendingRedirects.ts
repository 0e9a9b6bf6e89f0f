import * as z from 'zod/mini'
import { inTransaction, openDatabase } from '../storage/openDatabase.js'
import { handover } from './handover.js'

const place = { factory: () => indexedDB, name: 'latchkey-left', version: 1 }
/** How long a redirect may take, in milliseconds: as long as the server waits. */
const life = 600_000
const pendingRedirect = z.object({
  challengeId: z.string(),
  purpose: z.enum(['sign-in', 'link', 'step-up']),
  provider: z.string(),
  leftAt: z.number(),
  lent: z.optional(handover),
})
/**
 * A sign-in at a provider that a page of the wallet was left for, and what the frame had lent to that page: the window may come back
 * cut off from the frame.
 */
export type PendingRedirect = z.output<typeof pendingRedirect>

/**
 * Keeps a sign-in that this page is left for, until it comes back.
 *
 * @throws Whatever the browser gives where it keeps nothing.
 */
export async function keepRedirect(login: PendingRedirect): Promise<void> {
  const database = await openDatabase(place)
  try {
    await inTransaction(database, 'readwrite', (store) => store.put(login, login.challengeId))
  } finally {
    database.close()
  }
}

/**
 * Takes the pending sign-in of a redirect, once. Expired ones are deleted.
 *
 * @param challengeId - Which; nothing where this page was not come back to.
 * @param now - The time, in milliseconds.
 * @returns The sign-in; nothing where this browser left for no such one, or keeps nothing.
 */
export async function takeRedirect(challengeId: string | undefined, now: number): Promise<PendingRedirect | undefined> {
  try {
    const database = await openDatabase(place)
    try {
      const found = await inTransaction(database, 'readwrite', (store) => {
        const outcome: { result: unknown } = { result: undefined }
        const request = store.openCursor()
        request.onsuccess = () => {
          const cursor = request.result
          if (cursor === null) return
          const read = z.safeParse(pendingRedirect, cursor.value)
          const isOver = !read.success || read.data.leftAt + life < now
          const isIt = cursor.key === challengeId
          if (isIt && !isOver) outcome.result = read.data
          if (isIt || isOver) cursor.delete()
          cursor.continue()
        }
        return outcome
      })
      return found as PendingRedirect | undefined
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}
