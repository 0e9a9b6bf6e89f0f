import type { EmbeddedWallet } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { FrameLink } from './frameLink.js'
import type { SignInCache } from './signInCache.js'

/** Creates the action that signs in with Farcaster. */
export function createFarcasterAction({
  link,
  cache,
  settle,
  sync,
  onSignedIn,
}: {
  readonly link: FrameLink
  readonly cache: SignInCache
  readonly settle: () => Promise<void> | undefined
  /** Sends the app's metadata to the wallet again. */
  readonly sync: () => Promise<unknown>
  readonly onSignedIn: (email: string | undefined) => void
}): EmbeddedWallet['connectFarcaster'] {
  /** Cancels the sign-in in the wallet. */
  async function leave(): Promise<void> {
    await link.ask('reload', undefined)
    await sync()
  }
  const failed = (message: string) => (cause: unknown) => {
    const details = cause instanceof Error ? cause.message : String(cause)
    throw new LatchkeyError('CONNECTION_FAILED', message, { cause, details })
  }

  return async ({ onLink, signal }) => {
    try {
      const ask = async () => {
        await link.start(signal)
        await settle()
        return link.ask('getFarcasterUri', undefined, signal)
      }
      const { url } = await ask().catch(failed('Failed to connect to farcaster'))
      if (signal?.aborted) throw new LatchkeyError('ABORTED', 'Request was aborted')
      onLink(url)
      const { userName } = await link.ask('connectFarcaster', undefined, signal).catch(failed('Failed to connect'))
      if (userName) cache.set({ socialUsername: userName.slice(0, 254) })
      onSignedIn(undefined)
    } catch (error) {
      if (!signal?.aborted) throw error
      // An unreachable frame has nothing to cancel.
      leave().catch(() => {})
      throw new LatchkeyError('USER_REJECTED', 'Popup closed', { cause: error })
    }
  }
}
