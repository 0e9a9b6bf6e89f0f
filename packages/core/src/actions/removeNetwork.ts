import type { ChainId } from '@latchkey/protocol/caip'
import type { Config } from '../createConfig.js'
import { connectorOf } from '../current.js'
import { networkSelected } from '../state.js'
import { switchNetwork } from './switchNetwork.js'

/**
 * Takes a network out of a config; if it was the active one, the first remaining of its family becomes active;
 * a connected wallet is asked to follow.
 *
 * @param config - The config.
 * @param parameters.chainId - Its CAIP-2 id.
 *
 * @example
 * import { removeNetwork } from '@latchkey/core'
 * removeNetwork(config, { chainId: 'eip155:1' })
 */
export function removeNetwork(config: Config, parameters: { chainId: ChainId }): void {
  const removed = config.networks.find(({ caipNetworkId }) => caipNetworkId === parameters.chainId)
  if (!removed) return
  const remaining = config.networks.filter((network) => network !== removed)
  config.setNetworks(remaining)
  const namespace = removed.chainNamespace
  if (config.state.network[namespace] !== removed.caipNetworkId) return
  const heir = remaining.find(({ chainNamespace }) => chainNamespace === namespace)
  if (!heir) return
  // The wallet has the last word on where it is; until it has followed, the page shows the network as not listed.
  if (connectorOf(config, namespace)) switchNetwork(config, { chainId: heir.caipNetworkId }).catch(() => {})
  else config.update((state) => ({ ...networkSelected(state, heir.caipNetworkId, namespace), active: state.active }))
}
