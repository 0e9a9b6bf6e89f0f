import { getSupportedChains } from '../actions/getSupportedChains.js'
import type { Api } from '../calls/api.js'
import type { Chain } from '../chain.js'
import type { Config } from '../createConfig.js'

/**
 * Where to read a chain: custom URLs first, then our proxy if it serves the chain, else the chain's own URLs. Where the family's
 * nodes speak REST and not JSON-RPC, each is a base, behind which the path still goes.
 */
export async function rpcUrlsOf(config: Config, chain: Chain): Promise<readonly string[]> {
  const custom = config.options.customRpcUrls?.[chain.caipNetworkId] ?? []
  const proxied = config.api && (await getSupportedChains(config)).http.includes(chain.caipNetworkId)
  return [...custom, ...(proxied && config.api ? [proxyUrl(config, config.api, chain)] : chain.rpcUrls.default.http)]
}

function proxyUrl(config: Config, api: Api, { chainNamespace, caipNetworkId }: Chain): string {
  const url = api.rpcUrl(caipNetworkId)
  if (config.namespace(chainNamespace).nodeApi !== 'rest') return url
  const base = new URL(url)
  base.pathname += `/rest/${caipNetworkId}`
  base.searchParams.delete('chainId')
  return base.href
}
