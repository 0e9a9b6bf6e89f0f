import type { Config } from '../createConfig.js'
import { type Network, type NetworkInput, toNetwork } from '../network.js'

/**
 * Adds a network to a config; one with the same CAIP-2 id is replaced.
 *
 * @param config - The config.
 * @param parameters.network - One of ours or a viem chain.
 * @returns The network as the config holds it.
 * @throws INVALID_CONFIG when it contradicts itself.
 *
 * @example
 * import { addNetwork } from '@latchkey/core'
 * import { optimism } from '@latchkey/core/networks'
 * addNetwork(config, { network: optimism })
 */
export function addNetwork(config: Config, parameters: { network: NetworkInput }): Network {
  const network = toNetwork(parameters.network)
  const others = config.networks.filter(({ caipNetworkId }) => caipNetworkId !== network.caipNetworkId)
  config.setNetworks([...others, network])
  return network
}
