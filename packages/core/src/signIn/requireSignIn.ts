import { LatchkeyError } from '@latchkey/protocol/errors'
import type { SignInStore } from './signInStore.js'

/** The signing in of a config, or a clear error. */
export function requireSignIn({ signIn }: { readonly signIn: SignInStore | undefined }): SignInStore {
  if (signIn) return signIn
  throw new LatchkeyError('INVALID_CONFIG', 'Signing in is not set up.', {
    hints: ['Pass siwx in createConfig, for example siwx: localSignIn().'],
  })
}
