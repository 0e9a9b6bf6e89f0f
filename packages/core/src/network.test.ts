import { isNamespace, namespaces } from '@latchkey/protocol/caip'
import { isLatchkeyError } from '@latchkey/protocol/errors'
import { arbitrum as viemArbitrum, mainnet as viemMainnet } from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { chain } from '../test/chains.js'
import { toNetwork } from './network.js'
import * as ours from './networks.js'

const all = [...Object.values(ours), toNetwork(viemMainnet), chain('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')]

describe('toNetwork', () => {
  const fields: readonly [id: string, field: keyof ReturnType<typeof toNetwork>, form: (value: unknown) => boolean][] =
    [
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
    for (const network of all) expect(form(network[field]), `${network.name} ${field}`).toBe(true)
  })

  it('[S3-49] the CAIP-2 id is the family and the id', () => {
    for (const network of all) expect(network.caipNetworkId).toBe(`${network.chainNamespace}:${network.id}`)
    for (const namespace of namespaces) expect(chain(`${namespace}:7`).caipNetworkId).toBe(`${namespace}:7`)
  })

  it('takes a viem chain, and nothing of it that is not data', () => {
    const network = toNetwork(viemArbitrum)
    expect(network).toMatchObject({ caipNetworkId: 'eip155:42161', chainNamespace: 'eip155' })
    expect(JSON.parse(JSON.stringify(network))).toEqual(network)
  })

  it('error: an unknown family, and an id that contradicts itself', () => {
    const wrong = [{ chainNamespace: 'foo' }, { caipNetworkId: 'eip155:2' }]
    for (const more of wrong) {
      const make = () => toNetwork({ ...viemMainnet, ...(more as object) })
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
    for (const network of Object.values(ours).filter(({ chainNamespace }) => chainNamespace === 'eip155')) {
      const known = viem.find(({ id }) => id === network.id)
      expect(known?.nativeCurrency, network.name).toMatchObject({
        symbol: network.nativeCurrency.symbol,
        decimals: network.nativeCurrency.decimals,
      })
    }
    expect(new Set(Object.values(ours).map(({ id }) => id)).size).toBe(Object.keys(ours).length)
  })
})
