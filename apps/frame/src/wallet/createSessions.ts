import { LatchkeyError } from '@latchkey/protocol/errors'
import type { RecordOf } from '../storage/records.js'
import type { FrameStorage } from '../storage/storage.js'

/** The session of one embedding origin; no other origin's is ever looked at. */
export type Sessions = {
  read(): Promise<RecordOf<'session'> | undefined>
  /** @throws LatchkeyError UNAUTHORIZED while signed out. */
  require(): Promise<RecordOf<'session'>>
  open(session: RecordOf<'session'>): Promise<void>
  /** Goes on under another token, or with another address. */
  change(more: Partial<Pick<RecordOf<'session'>, 'sessionToken' | 'email'>>): Promise<void>
  /** Forgets the session; only that one, if one is named. */
  close(sessionId?: string): Promise<void>
}

/**
 * Creates the store of the session of one embedding origin. It is read each time, because another tab may have renewed it.
 *
 * @param storage - What this browser keeps.
 * @param origin - The embedding origin.
 * @returns The store.
 */
export function createSessions(storage: FrameStorage, origin: string): Sessions {
  async function read() {
    const session = await storage.read('session', origin)
    return session?.parentOrigin === origin ? session : undefined
  }
  return {
    read,
    async require() {
      const session = await read()
      if (!session) throw new LatchkeyError('UNAUTHORIZED', 'Not signed in. Sign in again.')
      return session
    },
    open: (session) => storage.write('session', origin, session),
    async change(more) {
      const session = await read()
      if (session) await storage.write('session', origin, { ...session, ...more })
    },
    async close(sessionId) {
      const session = await read()
      if (sessionId === undefined || session?.sessionId === sessionId) await storage.remove('session', origin)
    },
  }
}
