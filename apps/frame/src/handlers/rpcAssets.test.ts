import { describe, expect, it } from 'vitest'
import { chain, usdc } from '../../test/signingContext.js'
import type { ChainClient } from '../chains/createChainClient.js'
import { createChainClient } from '../chains/createChainClient.js'
import { readAssets } from './rpcAssets.js'

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const settings = { apiUrl: 'https://api.example.org', chains: [chain] }
const embedder = { origin: 'https://app.example.org', projectId: 'project' }
const native = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: chain.id,
  price: 2500,
  value: 3750,
  quantity: { decimals: '18', numeric: '1.5' },
  iconUrl: 'https://api.example.org/eth.svg',
}
const token = {
  name: 'USD Coin',
  symbol: 'USDC',
  chainId: chain.id,
  address: `${chain.id}:${usdc}`,
  price: 1,
  quantity: { decimals: '6', numeric: '12.000001' },
  iconUrl: '',
}

/** What `wallet_getAssets` answers when the data API says so, or, without a word of it, the node. */
async function assets(balances: readonly object[] | undefined) {
  const client: ChainClient = { call: async () => '0x1bc16d674ec80000', check: async () => {} }
  const fetch = async () => (balances ? Response.json({ balances }) : new Response('', { status: 503 }))
  const params = [{ account, chainFilter: ['0x7a69'] }]
  const { signal } = new AbortController()
  return (await readAssets({ client, settings, embedder, params, signal, fetch }))['0x7a69'] ?? []
}

describe('an entry of wallet_getAssets', () => {
  it.each([
    ['by the data API', [native, token], ['native', usdc]],
    ['by the node alone', undefined, ['native']],
  ])('[S3-35] has as its address the token’s in hex, or the word native (%s)', async (_, balances, expected) => {
    expect((await assets(balances)).map(({ address }) => address)).toEqual(expected)
  })

  it('[S3-36] has its balance as a quantity in hex, to the last digit', async () => {
    expect((await assets([native, token])).map(({ balance }) => balance)).toEqual(['0x14d1120d7b160000', '0xb71b01'])
    expect((await assets(undefined)).map(({ balance }) => balance)).toEqual(['0x1bc16d674ec80000'])
    expect((await assets([{ ...native, quantity: { decimals: '18', numeric: '0' } }]))[0]?.balance).toBe('0x0')
  })

  it('[S3-37] is of the type NATIVE or ERC20', async () => {
    expect((await assets([native, token])).map(({ type }) => type)).toEqual(['NATIVE', 'ERC20'])
    expect((await assets(undefined)).map(({ type }) => type)).toEqual(['NATIVE'])
  })

  it('[S3-38] has name, symbol, decimals, price and iconUrl in its metadata, each of the type that readers check', async () => {
    const [first, second] = await assets([native, token])
    expect(first?.metadata).toEqual({
      name: 'Ether',
      symbol: 'ETH',
      decimals: 18,
      price: 2500,
      iconUrl: 'https://api.example.org/eth.svg',
      value: 3750,
    })
    expect(second?.metadata).toMatchObject({ name: 'USD Coin', symbol: 'USDC', decimals: 6, price: 1, iconUrl: '' })
    const [only] = await assets(undefined)
    expect(only?.metadata).toMatchObject({ name: 'Ether', symbol: 'ETH', decimals: 18, price: 0, iconUrl: '' })
  })

  it.each([
    ['no amount', { ...token, quantity: { decimals: '6', numeric: 'many' } }],
    ['an amount below nothing', { ...token, quantity: { decimals: '6', numeric: '-1' } }],
    ['another network', { ...token, chainId: 'eip155:1' }],
    ['more decimals than a token can say', { ...token, quantity: { decimals: '256', numeric: '1' } }],
    ['invalid decimals', { ...token, quantity: { decimals: 'x', numeric: '1' } }],
  ])('error: one with %s is left out and takes no other with it', async (_, bad) => {
    expect((await assets([native, bad])).map(({ address }) => address)).toEqual(['native'])
  })

  it.each([
    ['0', '7'],
    ['36', `0.${'0'.repeat(35)}7`],
    ['255', `0.${'0'.repeat(254)}7`],
  ])('has its exact balance with %s decimals too', async (decimals, numeric) => {
    const [only] = await assets([{ ...token, quantity: { decimals, numeric } }])
    expect([only?.balance, only?.metadata.decimals]).toEqual(['0x7', Number(decimals)])
  })

  it('error: an answer of another shape is none, and the node is asked', async () => {
    expect((await assets([{ ...native, price: '2500' }])).map(({ balance }) => balance)).toEqual(['0x1bc16d674ec80000'])
  })
})

it('[S7-119] the address for a network’s RPC is the operator’s base with chainId and projectId in its query', async () => {
  const asked: { url: string; body: unknown }[] = []
  for (const apiUrl of ['https://api.example.org', 'https://example.org/data/']) {
    const fetch = async (url: string, init: RequestInit) => {
      asked.push({ url, body: JSON.parse(String(init.body)) })
      return Response.json({ jsonrpc: '2.0', id: 1, result: '0x1' })
    }
    await createChainClient({ settings: { apiUrl }, projectId: 'p&1', fetch }).call(chain, 'eth_blockNumber')
  }
  expect(asked.map(({ url }) => url)).toEqual([
    'https://api.example.org/v1?chainId=eip155%3A31337&projectId=p%261',
    'https://example.org/data/v1?chainId=eip155%3A31337&projectId=p%261',
  ])
  expect(asked[0]?.body).toEqual({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] })
})
