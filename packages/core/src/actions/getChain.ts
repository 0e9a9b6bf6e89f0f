import type { ChainId, Namespace } from '@latchkey/protocol/caip'
import type { Chain } from '../chain.js'
import type { ConfiguredChainId, ConfiguredNamespace } from '../config/configured.js'
import type { Connector } from '../connector.js'
import type { Config } from '../createConfig.js'
import { isEmbedded } from '../embedded.js'
import type { ResolvedRegister } from '../register.js'
import type { State } from '../state.js'

/** The return type of `getChain`. */
export type GetChainReturnType<config extends Config = ResolvedRegister['config']> = {
  readonly namespace: Namespace
  readonly chainId: ChainId | undefined
  /** The active chain; undefined when the wallet is on a chain that the app does not list. */
  readonly caipNetwork: Chain<ConfiguredChainId<config>> | undefined
  readonly requestedCaipNetworks: readonly Chain<ConfiguredChainId<config>>[]
  /** The chains that the wallet allows; undefined when it does not say, and then all are taken to be allowed. */
  readonly approvedCaipNetworkIds: readonly ChainId[] | undefined
  readonly supportsAllNetworks: boolean
  /** The EVM chain ids on which the embedded wallet that is connected has smart accounts, as far as it has said; else none. */
  readonly smartAccountEnabledNetworks: readonly number[]
}

/** The parameters of `getChain`. */
export type GetChainParameters<config extends Config = ResolvedRegister['config']> = {
  /** The family. Default: the active one. */
  readonly namespace?: ConfiguredNamespace<config> | undefined
}

/**
 * Reads the chains of a family: the active one, those the app asks for and those the wallet approved.
 *
 * @param config - The config.
 * @param parameters.namespace - The family. Default: the active one.
 * @param state - The state to read. Default: the present one.
 * @returns The chain state of the family.
 *
 * @example
 * import { getChain } from '@latchkey/core'
 * const { caipNetwork } = getChain(config)
 */
export function getChain<config extends Config>(
  config: config,
  parameters?: GetChainParameters<config>,
  state?: State,
): GetChainReturnType<config>
export function getChain(
  config: Config,
  parameters: GetChainParameters<Config> = {},
  state: State = config.state,
): GetChainReturnType<Config> {
  const namespace = parameters.namespace ?? state.active
  const chainId = state.chainIds[namespace]
  const uid = state.current[namespace]
  const connector = config.connectors.find(({ id }) => id === uid)
  const approved = uid === undefined ? undefined : state.connections.get(uid)?.approved
  return {
    namespace,
    chainId,
    caipNetwork: config.chains.find(({ caipNetworkId }) => caipNetworkId === chainId),
    requestedCaipNetworks: config.chains.filter(({ chainNamespace }) => chainNamespace === namespace),
    approvedCaipNetworkIds: approved,
    supportsAllNetworks: approved === undefined,
    smartAccountEnabledNetworks: namespace === 'eip155' && connector ? smartNetworks(connector) : none,
  }
}

const none: readonly number[] = []

function smartNetworks(connector: Connector): readonly number[] {
  return isEmbedded(connector) ? connector.embedded.getState().smartAccountNetworks : none
}
