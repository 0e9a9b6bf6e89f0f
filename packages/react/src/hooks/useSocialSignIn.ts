import { type ConfiguredChainId, connect, isLatchkeyError, LatchkeyError, type SocialProvider } from '@latchkey/core'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLatchkey } from '../context.js'
import { isPhone } from '../primitives/isPhone.js'
import { useEmbedded } from './useEmbedded.js'

const none: readonly SocialProvider[] = []

/** The parameters of `useSocialSignIn`. */
export type UseSocialSignInParameters = {
  /** The chain to be on; the wallet's own choice when absent. */
  readonly chainId?: ConfiguredChainId | undefined
}

/** A provider that is met in a window of its own, or in place of the page. */
type Redirected = Exclude<SocialProvider, 'farcaster'>

/** The return type of `useSocialSignIn`. */
export type UseSocialSignInReturnType = {
  /** The accounts that the wallet's server takes, in the order to offer them. `farcaster` among them is met by `useFarcasterSignIn`. */
  readonly socials: readonly SocialProvider[]
  /** True until the wallet's server has said which accounts it takes; false where the app has no embedded wallet. */
  readonly isPending: boolean
  /** At whose window the person is; undefined while nobody signs in. */
  readonly pending: Redirected | undefined
  /** Why the last sign-in failed, in words for people; also one for which this page was left. */
  readonly error: LatchkeyError | undefined
  /** Whose window was blocked or closed, and which may do with `redirect`. */
  readonly failed: Redirected | undefined
  /**
   * Signs in and connects; to be called within a click, since it opens a window. With `redirect` the provider takes the place of this page.
   * Default: only on phones. Never rejects: `error` says what went wrong.
   */
  signIn(provider: Redirected, options?: { readonly redirect?: boolean }): Promise<void>
  /** Leaves the window of the provider. */
  cancel(): void
}

/**
 * Signing in to the embedded wallet with a social account, for apps that draw their own buttons; where the modal is open, it goes on to the
 * account.
 *
 * @param parameters - See {@link UseSocialSignInParameters}.
 * @returns See {@link UseSocialSignInReturnType}; no accounts where the app has no embedded wallet.
 *
 * @example
 * import { useSocialSignIn } from '@latchkey/react'
 * export function Google() {
 *   const { socials, signIn, pending, error } = useSocialSignIn()
 *   if (!socials.includes('google')) return null
 *   return (
 *     <button disabled={pending !== undefined} onClick={() => signIn('google')}>
 *       {error?.message ?? 'Continue with Google'}
 *     </button>
 *   )
 * }
 */
export function useSocialSignIn({ chainId }: UseSocialSignInParameters = {}): UseSocialSignInReturnType {
  const { config, modal, strings } = useLatchkey()
  const { connector, embedded, state } = useEmbedded()
  const [socials, setSocials] = useState<readonly SocialProvider[]>()
  const [pending, setPending] = useState<Redirected>()
  const [error, setError] = useState<LatchkeyError>()
  const [failed, setFailed] = useState<Redirected>()
  const asking = useRef<AbortController>(undefined)
  useEffect(() => () => asking.current?.abort(), [])
  // What was asked before is answered before this is painted.
  useLayoutEffect(() => {
    let isGone = false
    const take = (found: readonly SocialProvider[]) => !isGone && setSocials(found)
    embedded?.getSocials().then(take, () => take([]))
    return () => {
      isGone = true
    }
  }, [embedded])
  const trouble = state?.socialTrouble
  useEffect(() => {
    if (trouble !== undefined) setError(new LatchkeyError('CONNECTION_FAILED', trouble))
  }, [trouble])

  const signIn = useCallback(
    async (provider: Redirected, { redirect = isPhone() }: { readonly redirect?: boolean } = {}) => {
      if (!connector) return
      asking.current?.abort()
      const controller = new AbortController()
      asking.current = controller
      const { signal } = controller
      setError(undefined)
      setFailed(undefined)
      setPending(provider)
      try {
        await connector.embedded.connectSocial({ provider, signal, ...(redirect && { redirect }) })
        await connect(config, { connector, signal, ...(chainId && { chainId }) })
        // Who went elsewhere meanwhile is not called back.
        const { open, stack } = modal.getState()
        if (open && stack.at(-1)?.view === 'Connect') modal.reset(modal.home())
      } catch (cause) {
        if (signal.aborted || isLatchkeyError(cause, 'ABORTED')) return
        // Where a page may have no windows, one looks blocked or closed.
        const isWindow = isLatchkeyError(cause, 'USER_REJECTED') || isLatchkeyError(cause, 'CONNECTION_FAILED')
        if (isWindow && !redirect) setFailed(provider)
        // The wallet says what went wrong; that it failed alone helps nobody.
        const { message, details, code = 'UNKNOWN' } = cause as LatchkeyError
        const words = (message.startsWith('Failed to') && details) || message || strings.unknownError
        setError(new LatchkeyError(code, words, { cause }))
      } finally {
        if (!signal.aborted) setPending(undefined)
      }
    },
    [config, connector, chainId, modal, strings],
  )
  const cancel = useCallback(() => {
    asking.current?.abort()
    setPending(undefined)
  }, [])
  const isPending = embedded !== undefined && socials === undefined
  return { socials: socials ?? none, isPending, pending, error, failed, signIn, cancel }
}
