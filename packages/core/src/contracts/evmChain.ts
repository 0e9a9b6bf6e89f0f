import { LatchkeyError } from '@latchkey/protocol/errors'
import type { Chain as ViemChain } from 'viem'
import type { Chain, ChainContracts } from '../chain.js'
import type { ConfiguredEvmChainId } from '../config/configured.js'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'

/** On which chain a contract is called. */
export type EvmChainParameter<config extends Config = ResolvedRegister['config']> = {
  /** The number of a listed EVM chain, as viem and wagmi have it. Default: the active one. */
  readonly chainId?: ConfiguredEvmChainId<config> | undefined
}

/** A listed EVM chain, and what viem knows it as. */
export function requireEvmChain(config: Config, chainId: number | undefined): { chain: Chain; viemChain: ViemChain } {
  const wanted = chainId === undefined ? config.state.chainIds.eip155 : `eip155:${chainId}`
  const chain = config.chains.find(({ caipNetworkId }) => caipNetworkId === wanted)
  if (chain?.chainNamespace !== 'eip155') {
    throw new LatchkeyError('CHAIN_NOT_FOUND', 'Network not found', {
      details: wanted === undefined ? 'No EVM chain is listed.' : `${wanted} is not listed.`,
      hints: ['Add the chain to createConfig, or name one that is listed.'],
    })
  }
  return { chain, viemChain: toViemChain(chain) }
}

function toViemChain({ id, name, nativeCurrency, rpcUrls, blockExplorers, testnet, contracts }: Chain): ViemChain {
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
 * What stands on the chains of `@latchkey/core/chains`; kept here, so that an app without contract calls does not load it.
 *
 * @see https://www.multicall3.com https://docs.ens.domains/learn/deployments
 */
function knownContracts(id: number): ChainContracts {
  const isOurs = [1, 10, 137, 8453, 42161, 11155111].includes(id)
  const hasNames = [1, 11155111].includes(id)
  return {
    ...(isOurs ? { multicall3: { address: '0xcA11bde05977b3631167028862bE2a173976CA11' } } : {}),
    ...(hasNames ? { ensUniversalResolver: { address: '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe' } } : {}),
  }
}
