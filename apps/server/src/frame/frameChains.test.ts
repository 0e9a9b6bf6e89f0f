import type { Chain } from 'viem'
import * as known from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { readChains } from '../platform/chains/readChains.js'
import { frameChains } from './frameChains.js'

const others: readonly Chain[] = Object.values(known)

describe('frameChains', () => {
  const chains = readChains(undefined)
  const told = frameChains(chains)

  it('[S9-62] offers between 26 and 28 networks to the embedded wallet when an operator names none', () => {
    const ids = told.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThanOrEqual(26)
    expect(ids.length).toBeLessThanOrEqual(28)
    expect(ids.filter((id) => id.startsWith('solana:'))).toHaveLength(3)
  })

  it.each(told.filter(({ id }) => id.startsWith('eip155:')).map((chain) => [chain.name, chain] as const))(
    'behavior: %s is what others know by its number',
    (_name, chain) => {
      const other = others.find(({ id }) => chain.id === `eip155:${id}`)
      expect(other).toBeDefined()
      const { symbol, decimals } = chain.nativeCurrency
      expect({ symbol, decimals }).toEqual({
        symbol: other?.nativeCurrency.symbol,
        decimals: other?.nativeCurrency.decimals,
      })
      expect(chain.isTestnet).toBe(other?.testnet === true)
      const multicall3 = chains.find(({ caip2 }) => caip2 === chain.id)?.multicall3
      expect(multicall3?.toLowerCase()).toBe(other?.contracts?.multicall3?.address.toLowerCase())
    },
  )

  it('takes each network of Solana and of Bitcoin but the main one for a test network, whatever an operator says of its coin', () => {
    const nativeCurrency = { name: 'Coin', symbol: 'COIN', decimals: 8 }
    const ids = [
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
      'bip122:000000000019d6689c085ae165831e93',
      'bip122:000000000933ea01ad0ee984209779ba',
    ] as const
    const given = readChains(
      ids.map((caip2) => ({ caip2, name: 'Any', rpc: ['https://node.example'], nativeCurrency })),
    )
    expect(frameChains(given).map(({ isTestnet }) => isTestnet)).toEqual([false, true, false, true])
  })
})
