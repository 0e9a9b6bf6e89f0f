import { isNamespace, namespaces } from '@latchkey/protocol/caip'
import { isLatchkeyError } from '@latchkey/protocol/errors'
import { arbitrum as viemArbitrum, mainnet as viemMainnet } from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { testChain } from '../test/chains.js'
import { toChain } from './chain.js'
import * as ours from './chains/chains.js'

const all = [...Object.values(ours), toChain(viemMainnet), testChain('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')]

describe('toNetwork', () => {
  const fields: readonly [id: string, field: keyof ReturnType<typeof toChain>, form: (value: unknown) => boolean][] = [
    ['S3-46', 'id', (value) => typeof value === 'number' || typeof value === 'string'],
    ['S3-47', 'name', (value) => typeof value === 'string' && value !== ''],
    ['S3-48', 'chainNamespace', isNamespace],
    ['S3-49', 'caipNetworkId', (value) => typeof value === 'string' && value.includes(':')],
    [
      'S3-50',
      'nativeCurrency',
      (value) =>
        Object.keys(value as object)
          .sort()
          .join() === 'decimals,name,symbol',
    ],
    ['S3-51', 'rpcUrls', (value) => (value as { default: { http: string[] } }).default.http.length > 0],
  ]

  it.each(fields)('[%s] every network has %s', (_, field, form) => {
    for (const chain of all) expect(form(chain[field]), `${chain.name} ${field}`).toBe(true)
  })

  it('[S3-49] the CAIP-2 id is the family and the id', () => {
    for (const chain of all) expect(chain.caipNetworkId).toBe(`${chain.chainNamespace}:${chain.id}`)
    for (const namespace of namespaces) expect(testChain(`${namespace}:7`).caipNetworkId).toBe(`${namespace}:7`)
  })

  it('takes a viem chain, and nothing of it that is not data', () => {
    const chain = toChain(viemArbitrum)
    expect(chain).toMatchObject({ caipNetworkId: 'eip155:42161', chainNamespace: 'eip155' })
    expect(JSON.parse(JSON.stringify(chain))).toEqual(chain)
  })

  it('error: an unknown family, and an id that contradicts itself', () => {
    const wrong = [{ chainNamespace: 'foo' }, { caipNetworkId: 'eip155:2' }]
    for (const more of wrong) {
      const make = () => toChain({ ...viemMainnet, ...(more as object) })
      expect(make).toThrow(/unknown namespace|says eip155:2 but is eip155:1/)
      try {
        make()
      } catch (error) {
        expect(isLatchkeyError(error, 'INVALID_CONFIG')).toBe(true)
      }
    }
  })
})

describe('our networks', () => {
  it('agree with viem on ids and coins, and are listed once each', async () => {
    const viem = Object.values(await import('viem/chains')).filter((value) => 'nativeCurrency' in value)
    for (const chain of Object.values(ours).filter(({ chainNamespace }) => chainNamespace === 'eip155')) {
      const known = viem.find(({ id }) => id === chain.id)
      expect(known?.nativeCurrency, chain.name).toMatchObject({
        symbol: chain.nativeCurrency.symbol,
        decimals: chain.nativeCurrency.decimals,
      })
    }
    expect(new Set(Object.values(ours).map(({ id }) => id)).size).toBe(Object.keys(ours).length)
  })
})
