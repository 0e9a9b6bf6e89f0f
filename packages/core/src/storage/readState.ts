import type { Chain } from '../chain.js'
import { stillOffered } from '../connection/stillOffered.js'
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
  return saved ? restored(state, stillOffered(saved, chains, state.active)) : state
}
