import { type ConfiguredChainId, connect, isLatchkeyError, LatchkeyError } from '@latchkey/core'
import { useCallback, useEffect, useState } from 'react'
import { useLatchkey } from '../context.js'
import { useEmbedded } from './useEmbedded.js'

/** The parameters of `useFarcasterSignIn`. */
export type UseFarcasterSignInParameters = {
  /** The chain to be on; the wallet's own choice when absent. */
  readonly chainId?: ConfiguredChainId | undefined
}

/** The return type of `useFarcasterSignIn`. */
export type UseFarcasterSignInReturnType = {
  /** What the person's app is opened with, or scans as a QR code; undefined until it is known. */
  readonly url: string | undefined
  /** What went wrong, in words for people. */
  readonly error: LatchkeyError | undefined
  /** Asks for another link. */
  retry(): void
}

/**
 * Signs in to the embedded wallet with Farcaster, and connects, for as long as the component stands that shows the link; it is cancelled
 * when the component goes.
 *
 * @param parameters - See {@link UseFarcasterSignInParameters}.
 * @returns See {@link UseFarcasterSignInReturnType}.
 *
 * @example
 * import { useFarcasterSignIn } from '@latchkey/react'
 * export function Farcaster() {
 *   const { url, error, retry } = useFarcasterSignIn()
 *   if (error) return <button onClick={retry}>{error.message} Try again</button>
 *   return url ? <a href={url}>Open Farcaster</a> : <p>One moment</p>
 * }
 */
export function useFarcasterSignIn({ chainId }: UseFarcasterSignInParameters = {}): UseFarcasterSignInReturnType {
  const { config, modal, strings } = useLatchkey()
  const { connector } = useEmbedded()
  const [url, setUrl] = useState<string>()
  const [error, setError] = useState<LatchkeyError>()
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt has a link of its own
  useEffect(() => {
    if (!connector) return
    const controller = new AbortController()
    const { signal } = controller
    const signIn = async () => {
      try {
        await connector.embedded.connectFarcaster({ onLink: (link) => !signal.aborted && setUrl(link), signal })
        await connect(config, { connector, signal, ...(chainId && { chainId }) })
        // Who went elsewhere meanwhile is not called back.
        const { open, stack } = modal.getState()
        if (open && stack.at(-1)?.view === 'ConnectingFarcaster') modal.reset(modal.home())
      } catch (cause) {
        if (signal.aborted) return
        const { message } = cause as Error
        const { details, code } = isLatchkeyError(cause) ? cause : { details: undefined, code: 'UNKNOWN' as const }
        const words = (message === 'Failed to connect' && details) || message || strings.unknownError
        setError(new LatchkeyError(code, words, { cause }))
      }
    }
    // A frame later, so that a view which is drawn twice (strict mode) asks once.
    const timer = setTimeout(signIn, 0)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [config, connector, modal, strings, chainId, attempt])

  const retry = useCallback(() => {
    setError(undefined)
    setUrl(undefined)
    setAttempt((count) => count + 1)
  }, [])
  return { url, error, retry }
}
