import { type SignInParameters, type SignInSession, type SignInState, signIn, signOut } from '@latchkey/core'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { useConfig } from './useConfig.js'

/** What `useSignIn` returns. */
export type UseSignInReturnType = {
  /** `unsigned` while the active account has no sign-in on the active chain. */
  readonly status: SignInState['status']
  readonly isSignedIn: boolean
  /** The sign-in of the active account. */
  readonly session: SignInSession | undefined
  /** Whether who does not sign in is disconnected. */
  readonly isRequired: boolean
  /** The wallet is being asked. */
  readonly isPending: boolean
  /** Asks the wallet to sign; rejects with 'Error signing message'. */
  signIn(parameters?: SignInParameters): Promise<SignInSession>
  /** Ends all sign-ins; the wallet stays connected. */
  signOut(): Promise<void>
}

const idle: SignInState = { status: 'idle' }
const never = () => () => {}

/**
 * Signs in with the connected wallet, and tells how signing in stands.
 *
 * @returns See {@link UseSignInReturnType}; without `siwx` in the config nobody is ever asked.
 *
 * @example
 * import { useSignIn } from '@latchkey/react'
 * export function SignIn() {
 *   const { isSignedIn, signIn } = useSignIn()
 *   return <button disabled={isSignedIn} onClick={() => signIn()}>Sign in</button>
 * }
 */
export function useSignIn(): UseSignInReturnType {
  const config = useConfig()
  const store = config.signIn
  const state = useSyncExternalStore(
    store?.subscribe ?? never,
    () => store?.getState() ?? idle,
    () => idle,
  )
  const [asking, setAsking] = useState(0)
  const ask = useCallback(
    async (parameters?: SignInParameters) => {
      setAsking((count) => count + 1)
      try {
        return await signIn(config, parameters)
      } finally {
        setAsking((count) => count - 1)
      }
    },
    [config],
  )
  return {
    status: state.status,
    isSignedIn: state.status === 'signedIn',
    session: state.status === 'signedIn' ? state.session : undefined,
    isRequired: store?.adapter.getRequired?.() === true,
    isPending: asking > 0,
    signIn: ask,
    signOut: useCallback(() => signOut(config), [config]),
  }
}
