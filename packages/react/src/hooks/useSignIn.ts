import {
  type SignInErrorType,
  type SignInParameters,
  type SignInSession,
  type SignInState,
  signOut,
} from '@latchkey/core'
import { type Optional, signInMutationOptions } from '@latchkey/core/query'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { MutationParameter } from '../query/mutationParameter.js'
import { useConfig } from './useConfig.js'

/** The parameters of `useSignIn`. */
export type UseSignInParameters<context = unknown> = MutationParameter<
  SignInSession,
  SignInErrorType,
  Optional<SignInParameters>,
  context
>

/** The return type of `useSignIn`. */
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
  /** Why the last attempt failed. */
  readonly error: SignInErrorType | null
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
 * @param parameters - A `config`, and TanStack's options for the attempts as `mutation`: `onSuccess`, `onError` and the like.
 * @returns See {@link UseSignInReturnType}; without `siwx` in the config nobody is ever asked.
 *
 * @example
 * import { useSignIn } from '@latchkey/react'
 * export function SignIn() {
 *   const { isSignedIn, signIn } = useSignIn()
 *   return <button disabled={isSignedIn} onClick={() => signIn()}>Sign in</button>
 * }
 */
export function useSignIn<context = unknown>(parameters: UseSignInParameters<context> = {}): UseSignInReturnType {
  const config = useConfig(parameters)
  const store = config.signIn
  const state = useSyncExternalStore(
    store?.subscribe ?? never,
    () => store?.getState() ?? idle,
    () => idle,
  )
  const { mutateAsync, isPending, error } = useMutation({ ...signInMutationOptions(config), ...parameters.mutation })
  return {
    status: state.status,
    isSignedIn: state.status === 'signedIn',
    session: state.status === 'signedIn' ? state.session : undefined,
    isRequired: store?.adapter.getRequired?.() === true,
    isPending,
    error,
    signIn: useCallback((asked) => mutateAsync(asked), [mutateAsync]),
    signOut: useCallback(() => signOut(config), [config]),
  }
}
