import type { ChainId } from '@latchkey/protocol/caip'
import type { Hex } from 'viem'
import type { Config } from '../createConfig.js'
import { requireChain } from './requireChain.js'

/** Calls a contract through one node. */
export type AskContract = (call: { readonly to: string; readonly data: Hex }) => Promise<Hex>

/** The nodes of a config that are not the data API's, in their order: what it says is not to be checked by what it says. */
export function nodesBesideApi(config: Config, chainId: ChainId): readonly AskContract[] {
  const chain = requireChain(config, chainId as never)
  const { request } = config.namespace('eip155')
  if (!request) return []
  const host = hostOf(config.api?.url ?? '')
  return [...(config.options.customRpcUrls?.[chainId] ?? []), ...chain.rpcUrls.default.http]
    .filter((url) => hostOf(url) !== host)
    .map((url) => async (call) => {
      const asked = { method: 'eth_call', params: [call, 'latest'] }
      return (await request({ chain, rpcUrls: [url] }, asked)) as Hex
    })
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : ''
}
