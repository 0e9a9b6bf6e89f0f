import type { Config } from '../createConfig.js'
import type { SignInSession } from '../signIn/signInAdapter.js'

/** The return type of `getSignInSession`: undefined while signed out. */
export type GetSignInSessionReturnType = SignInSession | undefined

/**
 * The sign-in of the active account on the active chain.
 *
 * @param config - The config.
 * @returns The sign-in; undefined while there is none, and without `siwx`.
 *
 * @example
 * import { getSignInSession } from '@latchkey/core'
 * const nonce = getSignInSession(config)?.data.nonce
 */
export function getSignInSession(config: Config): GetSignInSessionReturnType {
  const state = config.signIn?.getState()
  return state?.status === 'signedIn' ? state.session : undefined
}
