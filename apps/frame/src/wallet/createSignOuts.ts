import { isLatchkeyError } from '@latchkey/protocol/errors'
import type { RecordOf } from '../storage/records.js'
import type { FrameStorage } from '../storage/storage.js'

type Ended = RecordOf<'session'>
/** The used part of the page's window. */
export type SignOutClock = {
  setTimeout(job: () => void, ms: number): unknown
  /** Calls back when the network returns. */
  onOnline(job: () => void): void
}

const pauses = { first: 1_000, most: 60_000 }

/** Ends sessions at the server, now or when it can be reached again. */
export type SignOuts = {
  /** Ends one session; resolves once the server knows, or once that was put off. */
  end(session: Ended): Promise<void>
  /** Ends what was put off, also by an earlier page. */
  settle(): Promise<void>
}

/**
 * Ends a session reliably: it is recorded first and retried until the server has revoked it.
 *
 * @param parts - What this browser keeps, the call as a given session, and when to try again.
 * @returns The sign-outs.
 */
export function createSignOuts({
  storage,
  signOut,
  clock,
}: {
  readonly storage: FrameStorage
  readonly signOut: (session: Ended) => Promise<unknown>
  readonly clock: SignOutClock
}): SignOuts {
  let pause = pauses.first
  let isWaiting = false
  let running: Promise<void> | undefined

  const waiting = async () => (await storage.read('ended', ''))?.sessions ?? []
  async function drop({ sessionId }: Ended) {
    const sessions = (await waiting()).filter((each) => each.sessionId !== sessionId)
    await (sessions.length > 0 ? storage.write('ended', '', { sessions }) : storage.remove('ended', ''))
  }
  async function run() {
    for (const session of await waiting()) {
      try {
        await signOut(session)
      } catch (error) {
        // Any refusal means that the session is dead or that asking again will not change anything.
        if (isLatchkeyError(error, 'API_UNREACHABLE') || isLatchkeyError(error, 'RATE_LIMITED')) return later()
      }
      await drop(session)
    }
    pause = pauses.first
  }
  function later() {
    if (isWaiting) return
    isWaiting = true
    clock.setTimeout(again, pause)
    pause = Math.min(2 * pause, pauses.most)
  }
  function again() {
    isWaiting = false
    void settle()
  }
  function settle(): Promise<void> {
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }
  clock.onOnline(again)
  return {
    async end(session) {
      await storage.write('ended', '', { sessions: [...(await waiting()), session].slice(-20) })
      await running
      await settle()
    },
    settle,
  }
}
