import type { Config } from '../createConfig.js'
import { requireSignIn } from '../signIn/requireSignIn.js'
import { signInSubject } from '../signIn/signInSubject.js'

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
export async function signOut(config: Config): Promise<void> {
  const store = requireSignIn(config)
  await store.adapter.setSessions([])
  const account = signInSubject(config)
  store.set(account ? { status: 'unsigned', account } : { status: 'idle' })
}
