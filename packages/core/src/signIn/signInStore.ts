import type { AccountId } from '@latchkey/protocol/caip'
import type { LatchkeyError } from '@latchkey/protocol/errors'
import { createEmitter } from '../emitter.js'
import type { SignInAdapter, SignInSession } from './signInAdapter.js'

/** The sign-in state of the active account on the active chain. */
export type SignInState =
  /** Disconnected, or on a chain that the app does not list. */
  | { readonly status: 'idle' }
  /** A signature that came with the connection is being verified. */
  | { readonly status: 'authenticating' }
  /** The sign-in is being looked up. */
  | { readonly status: 'checking'; readonly account: AccountId }
  | { readonly status: 'unsigned'; readonly account: AccountId }
  | { readonly status: 'signedIn'; readonly account: AccountId; readonly session: SignInSession }
  /** The lookup failed; the wallet was disconnected. */
  | { readonly status: 'failed'; readonly error: LatchkeyError }

/** Signing in with one config. */
export type SignInStore = {
  readonly adapter: SignInAdapter
  getState(): SignInState
  subscribe(listener: () => void): () => void
  /** For actions; an app has no need of it. */
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
