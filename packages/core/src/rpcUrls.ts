import { getSupportedChains } from './actions/getSupportedChains.js'
import type { Config } from './createConfig.js'
import type { Network } from './network.js'

/** Where to read a network: custom URLs first, then our proxy if it serves the chain, else the network's own URLs. */
export async function rpcUrlsOf(config: Config, network: Network): Promise<readonly string[]> {
  const custom = config.options.customRpcUrls?.[network.caipNetworkId] ?? []
  const proxied = config.api && (await getSupportedChains(config)).http.includes(network.caipNetworkId)
  return [
    ...custom,
    ...(proxied && config.api ? [config.api.rpcUrl(network.caipNetworkId)] : network.rpcUrls.default.http),
  ]
}
