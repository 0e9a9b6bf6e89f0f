import type { ChainInput } from '@latchkey/server'
import { etherPrice, type LocalChain } from '../chains/evm/localChain.js'
import type { FamilyChain } from '../chains/familyChain.js'

/** Prices of coins and tokens of the local chains, in US dollars: there is no market for them. */
const prices: { readonly [symbol: string]: number } = { SOL: 150, BTC: 60_000, DOT: 5, ATOM: 6, USDC: 1, sSOL: 165 }

/** The local chains in the server's settings. */
export function serverChains(chains: readonly LocalChain[], families: readonly FamilyChain[]): readonly ChainInput[] {
  return [
    ...chains.map(({ caip2, name, url, wsUrl, nativeCurrency, multicall3, tokens }) => ({
      caip2,
      name,
      rpc: [url],
      ws: [wsUrl],
      nativeCurrency,
      multicall3,
      tokens: [...tokens],
      nativePrice: etherPrice,
      history: true,
    })),
    ...families.map(({ chainId, name, url, wsUrl, nativeCurrency, tokens }) => ({
      caip2: chainId,
      name,
      rpc: [url],
      ...(wsUrl === undefined ? {} : { ws: [wsUrl] }),
      nativeCurrency,
      tokens: tokens.map((token) => ({ ...token, ...priced('price', token.symbol) })),
      ...priced('nativePrice', nativeCurrency.symbol),
      // Polkadot nodes serve no account history.
      history: !chainId.startsWith('polkadot:'),
    })),
  ]
}

function priced<name extends string>(name: name, symbol: string): { readonly [key in name]?: number } {
  const price = prices[symbol]
  return (price === undefined ? {} : { [name]: price }) as { readonly [key in name]?: number }
}
