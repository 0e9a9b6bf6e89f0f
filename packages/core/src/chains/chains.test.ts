import { bitcoinMainnet, bitcoinTestnet } from '@latchkey/bitcoin'
import * as chains from '@latchkey/core/chains'
import { cosmosHub } from '@latchkey/cosmos'
import { polkadotMainnet } from '@latchkey/polkadot'
import { solanaDevnet, solanaMainnet, solanaTestnet } from '@latchkey/solana'
import { describe, expect, it } from 'vitest'
import { toChain } from '../chain.js'

const families = {
  bitcoinMainnet,
  bitcoinTestnet,
  cosmosHub,
  polkadotMainnet,
  solanaDevnet,
  solanaMainnet,
  solanaTestnet,
}
const all = Object.entries({ ...chains, ...families })

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

  it('behavior: the families’ carry the ids by which wallets and other libraries know them', () => {
    expect(Object.values(families).map(({ caipNetworkId }) => caipNetworkId)).toEqual([
      'bip122:000000000019d6689c085ae165831e93',
      'bip122:000000000933ea01ad0ee984209779ba',
      'cosmos:cosmoshub-4',
      'polkadot:91b171bb158e2d3848fa23a9f1c25182',
      'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
    ])
  })
})
