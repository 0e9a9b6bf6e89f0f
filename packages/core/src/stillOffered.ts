import type { Namespace } from '@latchkey/protocol/caip'
import type { Network } from './network.js'
import type { SavedState } from './persist.js'

/** What was kept, as far as this page offers it; a wallet's own chain stays what the wallet says. */
export function stillOffered(saved: SavedState, networks: readonly Network[], active: Namespace): SavedState {
  const network = Object.fromEntries(
    Object.entries(saved.network).filter(
      ([namespace, chainId]) =>
        saved.current[namespace as Namespace] !== undefined ||
        networks.some(({ caipNetworkId }) => caipNetworkId === chainId),
    ),
  )
  const isOffered = networks.some(({ chainNamespace }) => chainNamespace === saved.active)
  return { ...saved, network, active: isOffered ? saved.active : active }
}
