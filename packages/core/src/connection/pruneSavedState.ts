import type { Namespace } from '@latchkey/protocol/caip'
import type { Chain } from '../chain.js'
import type { SavedState } from '../storage/persist.js'

/** Drops from the saved state the chains that this page does not list; a wallet's own chain stays what the wallet says. */
export function pruneSavedState(saved: SavedState, chains: readonly Chain[], active: Namespace): SavedState {
  const chainIds = Object.fromEntries(
    Object.entries(saved.chainIds).filter(
      ([namespace, chainId]) =>
        saved.current[namespace as Namespace] !== undefined ||
        chains.some(({ caipNetworkId }) => caipNetworkId === chainId),
    ),
  )
  const isOffered = chains.some(({ chainNamespace }) => chainNamespace === saved.active)
  return { ...saved, chainIds, active: isOffered ? saved.active : active }
}
