import { LatchkeyError } from '@latchkey/protocol/errors'
import * as z from 'zod/mini'
import { randomId } from '../wallet/randomId.js'
import type { LoginResult } from './loginCalls.js'

/** Stands where a provider gave nothing: the server then says what went wrong. */
const noResult = '-'.repeat(43)
/** How often the window is looked at that may have been closed, in milliseconds: nothing tells of it. */
const lookInterval = 500
const handed = z.object({ kind: z.literal('latchkey-social'), id: z.string(), result: z.optional(z.string()) })

/**
 * Signs the user in at a provider in a window, opened during the click. The result is accepted only from a page of this origin
 * in that window.
 *
 * @param begin - Begins the sign-in on the server.
 * @param signal - Ends it.
 * @param leave - Leaves the page for it, where the browser opens no window.
 * @param host - This window.
 * @returns Which sign-in it was and what the provider gave; where it gave nothing, the server says why.
 * @throws LatchkeyError USER_REJECTED when it was closed, ABORTED; what `begin` and `leave` throw.
 */
export async function askProvider(
  begin: () => Promise<{ challengeId: string; uri: string }>,
  signal: AbortSignal,
  leave: () => Promise<never>,
  host: Pick<typeof window, 'open' | 'location' | 'addEventListener' | 'crossOriginIsolated'> = window,
): Promise<LoginResult> {
  // A page with COOP gets no messages from windows of other sites.
  if (host.crossOriginIsolated) return leave()
  // The window's random name keeps others from targeting it.
  const opened = host.open('/loading', `wallet-${randomId()}`, 'popup,width=600,height=800')
  if (!opened) return leave()
  const ended = new AbortController()
  try {
    const { challengeId, uri } = await begin()
    const result = new Promise<string>((resolve, reject) => {
      const listening = { signal: ended.signal }
      host.addEventListener(
        'message',
        (event: MessageEvent<unknown>) => {
          if (event.origin !== host.location.origin || event.source !== opened) return
          const said = z.safeParse(handed, event.data)
          if (said.success && said.data.id === challengeId) resolve(said.data.result ?? noResult)
        },
        listening,
      )
      let looks = 0
      const looking = setInterval(() => {
        // What the window handed over last may still be on its way when it closes.
        if (opened.closed && ++looks > 1) reject(new LatchkeyError('USER_REJECTED', 'The window was closed.'))
      }, lookInterval)
      ended.signal.addEventListener('abort', () => clearInterval(looking))
      signal.addEventListener('abort', () => reject(new LatchkeyError('ABORTED', 'The sign-in was ended')), listening)
    })
    opened.location.replace(uri)
    return { challengeId, result: await result }
  } finally {
    ended.abort()
    opened.close()
  }
}
