import { type ConfiguredChainId, connect, isLatchkeyError, LatchkeyError } from '@latchkey/core'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLatchkey } from '../context.js'
import { useEmbedded } from './useEmbedded.js'

/** The parameters of `usePasskeySignIn`. */
export type UsePasskeySignInParameters = {
  /** The chain to be on; the wallet's own choice when absent. */
  readonly chainId?: ConfiguredChainId | undefined
}

/** The return type of `usePasskeySignIn`. */
export type UsePasskeySignInReturnType = {
  /** Whether the wallet's server has a passkey alone sign up and in. */
  readonly isOffered: boolean
  /** True until the wallet's server has said so; false where the app has no embedded wallet. */
  readonly isAsking: boolean
  /** Whether the person is at the wallet with their passkey. */
  readonly isPending: boolean
  /** Why the last sign-in failed, in words for people; nothing where the person left it. */
  readonly error: LatchkeyError | undefined
  /** Signs in, or up with a new passkey, and connects. Never rejects: `error` says what went wrong. */
  signIn(): Promise<void>
  /** Leaves the wallet. */
  cancel(): void
}

/**
 * Signing up and in to the embedded wallet with a passkey and no e-mail, for apps that draw their own button; where the modal is open, it
 * goes on to the account.
 *
 * @param parameters - See {@link UsePasskeySignInParameters}.
 * @returns See {@link UsePasskeySignInReturnType}.
 *
 * @example
 * import { usePasskeySignIn } from '@latchkey/react'
 * export function Passkey() {
 *   const { isOffered, signIn, isPending, error } = usePasskeySignIn()
 *   if (!isOffered) return null
 *   return (
 *     <button disabled={isPending} onClick={() => signIn()}>
 *       {error?.message ?? 'Continue with a passkey'}
 *     </button>
 *   )
 * }
 */
export function usePasskeySignIn({ chainId }: UsePasskeySignInParameters = {}): UsePasskeySignInReturnType {
  const { config, modal, strings } = useLatchkey()
  const { connector, embedded } = useEmbedded()
  const [isOffered, setOffered] = useState<boolean>()
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<LatchkeyError>()
  const asking = useRef<AbortController>(undefined)
  useEffect(() => () => asking.current?.abort(), [])
  // What was asked before is answered before this is painted.
  useLayoutEffect(() => {
    let isGone = false
    const take = (offered: boolean) => !isGone && setOffered(offered)
    embedded?.hasPasskey().then(take, () => take(false))
    return () => {
      isGone = true
    }
  }, [embedded])

  const signIn = useCallback(async () => {
    if (!connector) return
    asking.current?.abort()
    const controller = new AbortController()
    asking.current = controller
    const { signal } = controller
    setError(undefined)
    setPending(true)
    try {
      await connector.embedded.connectPasskey({ signal })
      await connect(config, { connector, signal, ...(chainId && { chainId }) })
      // Who went elsewhere meanwhile is not called back.
      const { open, stack } = modal.getState()
      if (open && stack.at(-1)?.view === 'Connect') modal.reset(modal.home())
    } catch (cause) {
      if (signal.aborted || isLatchkeyError(cause, 'ABORTED') || isLatchkeyError(cause, 'USER_REJECTED')) return
      const { message, code = 'UNKNOWN' } = cause as LatchkeyError
      setError(new LatchkeyError(code, message || strings.unknownError, { cause }))
    } finally {
      if (!signal.aborted) setPending(false)
    }
  }, [config, connector, chainId, modal, strings])
  const cancel = useCallback(() => {
    asking.current?.abort()
    setPending(false)
  }, [])
  const isAsking = embedded !== undefined && isOffered === undefined
  return { isOffered: isOffered === true, isAsking, isPending, error, signIn, cancel }
}
