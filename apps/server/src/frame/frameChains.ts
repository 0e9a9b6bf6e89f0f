import { type Namespace, parseChainId } from '@latchkey/protocol/caip'
import type { Chain } from '../platform/chains/chain.js'

/** A chain in the frame's settings: `FrameChain` of the frame's contracts. */
export type FrameChain = {
  id: string
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  tokens: { address: string; name: string; symbol: string; decimals: number }[]
  isTestnet: boolean
}

/** The families that the embedded wallet has keys for. */
const families: ReadonlySet<Namespace> = new Set<Namespace>(['eip155', 'solana', 'bip122'])
// The test networks among those that are offered when an operator names none; another is a test network when its coin is worth nothing.
const testNetworks = new Set(['eip155:31337', 'eip155:31338', 'eip155:11155111'])

// Of these families one network is worth something; an account has the same key on all of them.
const mainNetworks: { readonly [family: string]: string } = {
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  bip122: 'bip122:000000000019d6689c085ae165831e93',
}

/** Sends the frame the server's chains: names, coins and tokens that no page can lie about. */
export function frameChains(chains: readonly Chain[]): FrameChain[] {
  return chains
    .filter(({ caip2 }) => families.has(parseChainId(caip2).namespace))
    .map(({ caip2, name, nativeCurrency, nativePrice, tokens }) => ({
      id: caip2,
      name,
      nativeCurrency,
      tokens: tokens.map(({ address, name: tokenName, symbol, decimals }) => ({
        address,
        name: tokenName,
        symbol,
        decimals,
      })),
      isTestnet: testNetworks.has(caip2) || nativePrice === 0 || isBesideMain(caip2),
    }))
}

function isBesideMain(caip2: string): boolean {
  const main = mainNetworks[parseChainId(caip2).namespace]
  return main !== undefined && caip2 !== main
}
