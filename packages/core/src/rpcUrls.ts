import { getSupportedChains } from './actions/getSupportedChains.js'
import type { Api } from './api.js'
import type { Config } from './createConfig.js'
import type { Network } from './network.js'

/**
 * Where to read a network: custom URLs first, then our proxy if it serves the chain, else the network's own URLs. JSON-RPC for
 * `eip155`, `solana` and `polkadot`; for `bip122` and `cosmos` the base of a REST API, behind which the path still goes.
 */
export async function rpcUrlsOf(config: Config, network: Network): Promise<readonly string[]> {
  const custom = config.options.customRpcUrls?.[network.caipNetworkId] ?? []
  const proxied = config.api && (await getSupportedChains(config)).http.includes(network.caipNetworkId)
  return [...custom, ...(proxied && config.api ? [proxyUrl(config.api, network)] : network.rpcUrls.default.http)]
}

function proxyUrl(api: Api, { chainNamespace, caipNetworkId }: Network): string {
  const url = api.rpcUrl(caipNetworkId)
  if (chainNamespace !== 'bip122' && chainNamespace !== 'cosmos') return url
  const base = new URL(url)
  base.pathname += `/rest/${caipNetworkId}`
  base.searchParams.delete('chainId')
  return base.href
}
