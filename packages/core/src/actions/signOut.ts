import type { LatchkeyError } from '@latchkey/protocol/errors'
import type { Config } from '../createConfig.js'
import { requireSignIn } from '../signIn/requireSignIn.js'
import { signInSubject } from '../signIn/signInSubject.js'

/** The return type of `signOut`. */
// biome-ignore lint/suspicious/noConfusingVoidType: what a function returns.
export type SignOutReturnType = void

/** The error type of `signOut`; an adapter of the app's own may have any code. */
export type SignOutErrorType = LatchkeyError

/**
 * Ends all sign-ins; wallets stay connected.
 *
 * @param config - A config with `siwx`.
 * @throws INVALID_CONFIG without `siwx`; what the adapter rejects with when it cannot end them.
 *
 * @example
 * import { signOut } from '@latchkey/core'
 * await signOut(config)
 */
export async function signOut(config: Config): Promise<SignOutReturnType> {
  const store = requireSignIn(config)
  await store.adapter.setSessions([])
  const account = signInSubject(config)
  store.set(account ? { status: 'unsigned', account } : { status: 'idle' })
}
