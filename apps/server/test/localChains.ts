import type { LocalChain } from '@latchkey/devnet'
import type { ChainInput } from '../src/platform/chains/chain.js'

/** The chains of a devnet as this server wants them told. */
export function toChainInput(chain: LocalChain, more: Partial<ChainInput> = {}): ChainInput {
  return {
    caip2: chain.caip2,
    name: chain.name,
    rpc: [chain.url],
    ws: [chain.wsUrl],
    nativeCurrency: { ...chain.nativeCurrency },
    multicall3: chain.multicall3,
    nativePrice: 2500,
    tokens: chain.tokens.map(({ address, name, symbol, decimals, price }) => ({
      address,
      name,
      symbol,
      decimals,
      price,
    })),
    ...more,
  }
}
