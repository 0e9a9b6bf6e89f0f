import type { ConfiguredChainId } from '../config/configured.js'
import { connectorOf } from '../connection/current.js'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'
import { chainSelected } from '../state.js'
import { switchChain } from './switchChain.js'

/** The parameters of `removeChain`. */
export type RemoveChainParameters<config extends Config = ResolvedRegister['config']> = {
  /** Its CAIP-2 id. */
  readonly chainId: ConfiguredChainId<config>
}

/** The return type of `removeChain`. */
// biome-ignore lint/suspicious/noConfusingVoidType: what a function returns.
export type RemoveChainReturnType = void

/**
 * Takes a chain out of a config; if it was the active one, the first remaining of its family becomes active;
 * a connected wallet switches with it.
 *
 * @param config - The config.
 * @param parameters.chainId - Its CAIP-2 id.
 *
 * @example
 * import { removeChain } from '@latchkey/core'
 * removeChain(config, { chainId: 'eip155:1' })
 */
export function removeChain<config extends Config>(
  config: config,
  parameters: RemoveChainParameters<config>,
): RemoveChainReturnType
export function removeChain(config: Config, parameters: RemoveChainParameters<Config>): RemoveChainReturnType {
  const removed = config.chains.find(({ caipNetworkId }) => caipNetworkId === parameters.chainId)
  if (!removed) return
  const remaining = config.chains.filter((chain) => chain !== removed)
  config._internal.setChains(remaining)
  const namespace = removed.chainNamespace
  if (config.state.chainIds[namespace] !== removed.caipNetworkId) return
  const successor = remaining.find(({ chainNamespace }) => chainNamespace === namespace)
  if (!successor) return
  // The wallet has the last word on where it is; until it has followed, the page shows the chain as not listed.
  if (connectorOf(config, namespace)) switchChain(config, { chainId: successor.caipNetworkId }).catch(() => {})
  else
    config._internal.update((state) => ({
      ...chainSelected(state, successor.caipNetworkId, namespace),
      active: state.active,
    }))
}
