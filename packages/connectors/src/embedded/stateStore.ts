import type { EmbeddedState } from '@latchkey/core'
import { emailCooldown } from '@latchkey/protocol/internal/limits'
import type { SignInCache } from './signInCache.js'

/** The state of the wallet and its subscribers. */
export type StateStore = {
  get(): EmbeddedState
  set(part: Partial<EmbeddedState>): void
  subscribe(listener: () => void): () => void
}

/** Starts from the cache of the last visit. */
export function createStateStore(cache: SignInCache): StateStore {
  const listeners = new Set<() => void>()
  const { email, isUsed, lastEmailAt, smartAccountNetworks, accountTypes } = cache.get()
  let state: EmbeddedState = {
    email: isUsed ? email : undefined,
    accountType: 'eoa',
    preferredAccountTypes: accountTypes ?? {},
    smartAccountDeployed: false,
    smartAccountNetworks: smartAccountNetworks ?? [],
    task: undefined,
    matchNumber: undefined,
    isSlow: false,
    nextEmailAt: lastEmailAt === undefined ? 0 : lastEmailAt + emailCooldown,
  }
  return {
    get: () => state,
    set(part) {
      const next = { ...state, ...part }
      const names = Object.keys(next) as (keyof EmbeddedState)[]
      if (names.every((name) => Object.is(state[name], next[name]))) return
      state = next
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
