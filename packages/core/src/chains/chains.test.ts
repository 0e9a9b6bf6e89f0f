import * as chains from '@latchkey/core/chains'
import { describe, expect, it } from 'vitest'
import { toChain } from '../chain.js'

const all = Object.entries(chains)

describe('the networks that come with it', () => {
  it.each(all)(
    '[S3-46][S3-47][S3-48][S3-49][S3-50][S3-51] %s is complete, and its CAIP-2 id is its namespace and id',
    (_, chain) => {
      expect(chain.caipNetworkId).toBe(`${chain.chainNamespace}:${chain.id}`)
      expect(chain.name).not.toBe('')
      expect(chain.nativeCurrency.decimals).toBeGreaterThan(5)
      expect(chain.nativeCurrency.symbol).not.toBe('')
      for (const url of [...chain.rpcUrls.default.http, chain.blockExplorers?.default.url ?? ''])
        expect(new URL(url).protocol).toBe('https:')
      expect(toChain(chain)).toEqual(chain)
    },
  )

  it('behavior: no two are the same chain', () => {
    expect(new Set(all.map(([, { caipNetworkId }]) => caipNetworkId)).size).toBe(all.length)
  })

  it('behavior: carries the ids by which wallets and other libraries know the chains', () => {
    expect(
      all
        .filter(([, { chainNamespace }]) => chainNamespace !== 'eip155')
        .map(([name, each]) => [name, each.caipNetworkId]),
    ).toEqual(
      expect.arrayContaining([
        ['solana', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
        ['solanaDevnet', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
        ['solanaTestnet', 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'],
      ]),
    )
  })
})
