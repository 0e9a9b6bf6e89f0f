import type { Chain } from '../chain.js'
import { pruneSavedState } from '../connection/pruneSavedState.js'
import { restored, type State } from '../state.js'
import { readSaved } from './persist.js'
import type { Storage } from './storage.js'

/** Restores the state from storage, as far as the page still offers it; without stored data, the state is unchanged. */
export function readState(
  { enableReconnect }: { readonly enableReconnect: boolean },
  storage: Pick<Storage, 'get'>,
  chains: readonly Chain[],
  state: State,
): State {
  const saved = enableReconnect && readSaved(storage)
  return saved ? restored(state, pruneSavedState(saved, chains, state.active)) : state
}
