import type { ChainId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { Config } from './createConfig.js'
import type { Network } from './network.js'

/** A configured network by its CAIP-2 id (default: the active one), or a clear error. */
export function requireNetwork(
  config: Config,
  chainId: ChainId | undefined = config.state.network[config.state.active],
): Network {
  const network = config.networks.find(({ caipNetworkId }) => caipNetworkId === chainId)
  if (network) return network
  throw new LatchkeyError('NETWORK_NOT_FOUND', 'Network not found', {
    hints: [`Add ${chainId} to the networks of createConfig.`],
  })
}
