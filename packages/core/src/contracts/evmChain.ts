import { LatchkeyError } from '@latchkey/protocol/errors'
import type { Chain } from 'viem'
import type { Config } from '../createConfig.js'
import type { Network } from '../network.js'

/** On which chain a contract is called. */
export type EvmChainParameter = {
  /** The number of a listed EVM chain, as viem and wagmi have it. Default: the active one. */
  readonly chainId?: number | undefined
}

/** A listed EVM chain, and what viem knows it as. */
export function requireEvmChain(config: Config, chainId: number | undefined): { network: Network; chain: Chain } {
  const wanted = chainId === undefined ? config.state.network.eip155 : `eip155:${chainId}`
  const network = config.networks.find(({ caipNetworkId }) => caipNetworkId === wanted)
  if (network?.chainNamespace !== 'eip155') {
    throw new LatchkeyError('NETWORK_NOT_FOUND', 'Network not found', {
      details: wanted === undefined ? 'No EVM chain is listed.' : `${wanted} is not listed.`,
      hints: ['Add the chain to createConfig, or name one that is listed.'],
    })
  }
  return { network, chain: toChain(network) }
}

function toChain({ id, name, nativeCurrency, rpcUrls, blockExplorers, testnet, contracts }: Network): Chain {
  return {
    id: Number(id),
    name,
    nativeCurrency,
    rpcUrls: {
      default: {
        http: rpcUrls.default.http,
        ...(rpcUrls.default.webSocket ? { webSocket: rpcUrls.default.webSocket } : {}),
      },
    },
    ...(blockExplorers ? { blockExplorers } : {}),
    ...(testnet === undefined ? {} : { testnet }),
    ...(contracts ? { contracts: { ...contracts } } : {}),
  }
}
