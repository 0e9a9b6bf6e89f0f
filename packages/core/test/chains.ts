import { type Chain, type ChainId, type ChainInput, toChain } from '@latchkey/core'

/** A chain of any family for tests that read nothing. */
export function testChain(caipNetworkId: ChainId, more: Partial<ChainInput> = {}): Chain {
  const [chainNamespace, reference = ''] = caipNetworkId.split(':') as [Chain['chainNamespace'], string]
  return toChain({
    id: chainNamespace === 'eip155' ? Number(reference) : reference,
    name: `Chain ${reference}`,
    chainNamespace,
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
    rpcUrls: { default: { http: ['http://127.0.0.1:9'] } },
    ...more,
  })
}

export const one = testChain('eip155:1')
export const polygon = testChain('eip155:137')
export const ten = testChain('eip155:10')
export const sol = testChain('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
export const btc = testChain('bip122:000000000019d6689c085ae165831e93')

/** Plain addresses that are easy to tell apart. */
export const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const solAlice = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
