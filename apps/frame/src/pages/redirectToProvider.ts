import { LatchkeyError } from '@latchkey/protocol/errors'
import type { PageContext } from './pageContext.js'
import { keepRedirect, type PendingRedirect } from './pendingRedirects.js'

/**
 * Leaves a page of the wallet for a sign-in at a provider, where no window is to be had. Another visit of this page goes on with it.
 *
 * @param context - The window's neighbours.
 * @param login - What it is for, and where.
 * @param begin - Begins the sign-in on the server; it leads back to this page.
 * @returns Never: the page goes.
 * @throws LatchkeyError INVALID_REQUEST in a browser without storage; USER_REJECTED when the user returns without signing in;
 * what `begin` throws.
 */
export async function redirectToProvider(
  { isLent, storage, sessions, now, leave }: PageContext,
  login: Pick<PendingRedirect, 'purpose' | 'provider'>,
  begin: () => Promise<{ challengeId: string; uri: string }>,
): Promise<never> {
  const { challengeId, uri } = await begin()
  try {
    // Who comes back is known by this browser's key, which has to outlast the page.
    if (!isLent && !storage.isKept) throw new Error('Nothing is kept')
    const lent = isLent ? await lentBy({ storage, sessions }) : undefined
    await keepRedirect({ ...login, challengeId, leftAt: now(), lent })
  } catch (cause) {
    const text = 'The browser opened no window, and keeps nothing for the wallet here. Allow windows for this page.'
    throw new LatchkeyError('INVALID_REQUEST', text, { cause })
  }
  return new Promise((_, reject) => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      removeEventListener('pageshow', onShow)
      reject(new LatchkeyError('USER_REJECTED', 'The request was rejected in the wallet.'))
    }
    addEventListener('pageshow', onShow)
    leave(uri)
  })
}

/** The session handed over by the frame, kept current. */
async function lentBy({
  storage,
  sessions,
}: Pick<PageContext, 'storage' | 'sessions'>): Promise<PendingRedirect['lent']> {
  const session = await sessions.require()
  const device = await storage.read('device', '')
  if (device === undefined) throw new Error('No device was lent')
  return { session, device, wallet: await storage.read('wallet', session.userId) }
}
