import type { ChainId } from '@latchkey/protocol/caip'
import { fromRpcError, LatchkeyError } from '@latchkey/protocol/errors'
import { connectTimeout } from '@latchkey/protocol/limits'
import type { Config } from '../createConfig.js'
import { connectorOf } from '../current.js'
import type { Network } from '../network.js'
import { shared } from '../shared.js'
import { networkSelected } from '../state.js'
import { within } from '../within.js'

/** What `switchNetwork` takes. */
export type SwitchNetworkParameters = {
  /** A CAIP-2 id of a configured network. */
  readonly chainId: ChainId
  readonly signal?: AbortSignal
}

/**
 * Makes another network the active one; a connected wallet is asked to follow, and is given the network if it lacks it.
 *
 * @param config - The config.
 * @param parameters - The network by its CAIP-2 id.
 * @returns The network, once the wallet says that it uses it.
 * @throws NETWORK_NOT_FOUND 'Network not found' when it is not configured; USER_REJECTED; NETWORK_NOT_ADDED;
 * NETWORK_MISMATCH when the wallet agrees but stays where it was; WALLET_NOT_RESPONDING after 120 s.
 * @see https://eips.ethereum.org/EIPS/eip-3326 https://eips.ethereum.org/EIPS/eip-3085
 *
 * @example
 * import { switchNetwork } from '@latchkey/core'
 * await switchNetwork(config, { chainId: 'eip155:8453' })
 */
export async function switchNetwork(config: Config, parameters: SwitchNetworkParameters): Promise<Network> {
  const network = config.networks.find(({ caipNetworkId }) => caipNetworkId === parameters.chainId)
  if (!network) {
    config.alerts.raise('NETWORK_NOT_FOUND', `${parameters.chainId} is not in the networks of createConfig.`)
    throw new LatchkeyError('NETWORK_NOT_FOUND', 'Network not found', {
      hints: [`Add ${parameters.chainId} to the networks of createConfig.`],
    })
  }
  const namespace = network.chainNamespace
  const connector = connectorOf(config, namespace)
  if (connector && config.state.network[namespace] !== network.caipNetworkId) {
    await shared(config, `switch ${connector.id} ${network.caipNetworkId}`, async () => {
      const { switchNetwork: ask } = connector
      if (!ask) {
        throw new LatchkeyError('NETWORK_SWITCH_REFUSED', `${connector.name} cannot change its network from here.`, {
          hints: ['Change it in the wallet.'],
        })
      }
      try {
        await within(() => ask.call(connector, network), connectTimeout, parameters.signal)
      } catch (thrown) {
        throw fromRpcError(thrown)
      }
    })
  }
  config.update((state) => networkSelected(state, network.caipNetworkId, namespace))
  return network
}
