import type { Chain } from '../chain.js'
import { pruneSavedState } from '../connection/pruneSavedState.js'
import { restored, type State } from '../state.js'
import { readSaved } from './persist.js'
import type { Storage } from './storage.js'

/** What a storage remembers, as far as the page offers it; where it remembers nothing, the state of before. */
export function readState(
  { enableReconnect }: { readonly enableReconnect: boolean },
  storage: Pick<Storage, 'get'>,
  chains: readonly Chain[],
  state: State,
): State {
  const saved = enableReconnect && readSaved(storage)
  return saved ? restored(state, pruneSavedState(saved, chains, state.active)) : state
}
