import type { AccountId } from '@latchkey/protocol/caip'
import type { LatchkeyError } from '@latchkey/protocol/errors'
import { createEmitter } from '../emitter.js'
import type { SignInAdapter, SignInSession } from './signInAdapter.js'

/** How signing in stands for the active account on the active chain. */
export type SignInState =
  /** Nobody is connected, or the wallet is on a chain that the app does not list. */
  | { readonly status: 'idle' }
  /** What a wallet signed while it connected is being checked. */
  | { readonly status: 'authenticating' }
  /** Whether there is a sign-in is being looked up. */
  | { readonly status: 'checking'; readonly account: AccountId }
  | { readonly status: 'unsigned'; readonly account: AccountId }
  | { readonly status: 'signedIn'; readonly account: AccountId; readonly session: SignInSession }
  /** Whether there is a sign-in could not be found out; the wallet was disconnected. */
  | { readonly status: 'failed'; readonly error: LatchkeyError }

/** Signing in with one config. */
export type SignInStore = {
  readonly adapter: SignInAdapter
  getState(): SignInState
  subscribe(listener: () => void): () => void
  /** For verbs; an app has no need of it. */
  set(state: SignInState): void
}

/** Holds how signing in stands; who finds it out comes later. */
export function createSignInStore(adapter: SignInAdapter): SignInStore {
  const changes = createEmitter<void>()
  let state: SignInState = { status: 'idle' }
  return {
    adapter,
    getState: () => state,
    subscribe: (listener) => changes.on(listener),
    set(next) {
      state = next
      changes.emit()
    },
  }
}
