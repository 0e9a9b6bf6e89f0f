import { type AccountId, type ChainId, evmNativeAddress, parseAccountId } from '@latchkey/protocol/caip'
import type { Chain } from '../chain.js'
import type { Config } from '../createConfig.js'

const oneInch = '0x111111125421ca6dc452d289314280a0f8842a65'
export const allowanceHolder = '0x0000000000001ff3684f28c67538d4d072c22734'

/**
 * The contracts that may take a swap on the public chains: 1inch's router of version 6 and 0x's AllowanceHolder. They are pinned
 * here, so that a data API cannot name another one.
 */
const knownRouters: { readonly [chainId: ChainId]: readonly string[] } = {
  'eip155:1': [oneInch, allowanceHolder],
  'eip155:42161': [oneInch, allowanceHolder],
  'eip155:10': [oneInch, allowanceHolder],
  'eip155:324': ['0x6fd4383cb451173d5f9304f041c7bcbf27d561ff'],
  'eip155:8453': [oneInch, allowanceHolder],
  'eip155:56': [oneInch, allowanceHolder],
  'eip155:137': [oneInch, allowanceHolder],
  'eip155:100': [oneInch],
  'eip155:43114': [oneInch, allowanceHolder],
}

/** The contracts that may take a swap on a chain, in lower case: those of the app, else those of the package. */
export function routersOf(config: Config, chainId: ChainId): readonly string[] {
  const own = config.options.swapRouters?.[chainId]
  return (own ?? knownRouters[chainId] ?? []).map((address) => address.toLowerCase())
}

/**
 * Returns whether tokens can be swapped on a chain: one for which the app names a router, or the package does. Of the twelve public
 * ones Fantom, Kaia and Aurora need a router of the app. Where the data API fills swaps says `getSupportedChains`.
 *
 * @param config - The config.
 * @param chainId - The chain as CAIP-2.
 * @returns True where the swap form can be shown.
 *
 * @example
 * import { isSwapChain } from '@latchkey/core/swap'
 * isSwapChain(config, 'eip155:1') // true
 */
export function isSwapChain(config: Config, chainId: ChainId): boolean {
  return routersOf(config, chainId).length > 0
}

/**
 * Lists the chains of a config on which tokens can be swapped.
 *
 * @param config - The config.
 * @returns Those of `config.chains`, in their order.
 *
 * @example
 * import { getSwapChains } from '@latchkey/core/swap'
 * getSwapChains(config).map(({ name }) => name) // ['Ethereum']
 */
export function getSwapChains(config: Config): readonly Chain[] {
  return config.chains.filter(({ caipNetworkId }) => isSwapChain(config, caipNetworkId))
}

/** Whether a token id is that of a chain's native coin. */
export function isNative(token: AccountId): boolean {
  return parseAccountId(token).address.toLowerCase() === evmNativeAddress
}
