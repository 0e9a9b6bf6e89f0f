import { LatchkeyError } from '@latchkey/protocol/errors'
import type { Chain } from 'viem'
import type { Config } from '../createConfig.js'
import type { Network, NetworkContracts } from '../network.js'

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
    contracts: { ...(contracts ?? knownContracts(Number(id))) },
  }
}

/**
 * What stands on the chains of `@latchkey/core/networks`; kept here, so that an app without contract calls does not load it.
 *
 * @see https://www.multicall3.com https://docs.ens.domains/learn/deployments
 */
function knownContracts(id: number): NetworkContracts {
  const isOurs = [1, 10, 137, 8453, 42161, 11155111].includes(id)
  const hasNames = [1, 11155111].includes(id)
  return {
    ...(isOurs ? { multicall3: { address: '0xcA11bde05977b3631167028862bE2a173976CA11' } } : {}),
    ...(hasNames ? { ensUniversalResolver: { address: '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe' } } : {}),
  }
}
