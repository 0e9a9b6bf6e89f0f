import type { ChainId, Namespace } from '@latchkey/protocol/caip'
import type { Config } from '../createConfig.js'
import type { Network } from '../network.js'
import type { State } from '../state.js'

/** What `getNetwork` returns. */
export type GetNetworkReturnType = {
  readonly namespace: Namespace
  readonly chainId: ChainId | undefined
  /** The active network; undefined when the wallet is on a chain that the app does not list. */
  readonly caipNetwork: Network | undefined
  readonly requestedCaipNetworks: readonly Network[]
  /** The chains that the wallet allows; undefined when it does not say, and then all are taken to be allowed. */
  readonly approvedCaipNetworkIds: readonly ChainId[] | undefined
  readonly supportsAllNetworks: boolean
  readonly smartAccountEnabledNetworks: readonly (number | string)[]
}

/**
 * Reads the network of a chain family: the active one, those the app asks for and those the wallet approved.
 *
 * @param config - The config.
 * @param parameters.namespace - The family. Default: the active one.
 * @param state - The state to read. Default: the present one.
 * @returns The network state of the family.
 *
 * @example
 * import { getNetwork } from '@latchkey/core'
 * const { caipNetwork } = getNetwork(config)
 */
export function getNetwork(
  config: Config,
  parameters: { namespace?: Namespace | undefined } = {},
  state: State = config.state,
): GetNetworkReturnType {
  const namespace = parameters.namespace ?? state.active
  const chainId = state.network[namespace]
  const uid = state.current[namespace]
  const approved = uid === undefined ? undefined : state.connections.get(uid)?.approved
  return {
    namespace,
    chainId,
    caipNetwork: config.networks.find(({ caipNetworkId }) => caipNetworkId === chainId),
    requestedCaipNetworks: config.networks.filter(({ chainNamespace }) => chainNamespace === namespace),
    approvedCaipNetworkIds: approved,
    supportsAllNetworks: approved === undefined,
    smartAccountEnabledNetworks: [],
  }
}
