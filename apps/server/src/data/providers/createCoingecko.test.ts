import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryCache } from '../../platform/cache/createMemoryCache.js'
import { readChains } from '../../platform/chains/readChains.js'
import { openPglite } from '../../platform/db/openPglite.js'
import { createLog } from '../../platform/log/log.js'
import { assetKey, assetsOf } from '../assetId.js'
import { createFiatRates } from '../createFiatRates.js'
import { createPrices } from '../createPrices.js'
import { createPriceTable } from '../createPriceTable.js'
import { createCoingecko } from './createCoingecko.js'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const token = (address: `0x${string}`, price?: number) => ({
  address,
  name: 'T',
  symbol: address.slice(2, 6),
  decimals: 18,
  ...(price === undefined ? {} : { price }),
})
const [chain] = readChains([
  {
    caip2: 'eip155:1',
    name: 'Ethereum',
    rpc: ['http://127.0.0.1:9'],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    nativePrice: 2000,
    tokens: [token(usdc, 1), token(dai, 0.9)],
  },
])
const assets = chain ? assetsOf(chain) : []
const [ethKey, usdcKey, daiKey] = [undefined, usdc, dai].map((address) => assetKey('eip155:1', address)) as [
  string,
  string,
  string,
]

const state = {
  requests: [] as { path: string; query: Record<string, string>; key: string | undefined }[],
  status: 200,
  body: '',
}
let service: Server
let url: string

beforeAll(async () => {
  service = createServer((request, response) => {
    const asked = new URL(request.url ?? '', 'http://service')
    state.requests.push({
      path: asked.pathname,
      query: Object.fromEntries(asked.searchParams),
      key: request.headers['x-cg-demo-api-key'] as string | undefined,
    })
    const currency = asked.searchParams.get('vs_currencies') ?? ''
    const rate = (value: unknown) => ({ name: 'A currency', unit: '¤', value, type: 'fiat' })
    const rows = asked.pathname.endsWith('/simple/price')
      ? { ethereum: { [currency]: 2500.5 } }
      : asked.pathname.endsWith('/exchange_rates')
        ? {
            rates: {
              btc: rate(1),
              usd: rate(50_000),
              eur: rate(45_000),
              jpy: rate('many'),
              gbp: rate(0),
              xau: rate(20),
            },
          }
        : { [usdc.toLowerCase()]: { [currency]: 1.001 } }
    response.writeHead(state.status, { 'content-type': 'application/json' })
    response.end(state.body || JSON.stringify(rows))
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/api/v3`
})
afterAll(() => service.close())
beforeEach(() => Object.assign(state, { requests: [], status: 200, body: '' }))

describe('the wire', () => {
  it('asks once for coins and once for the tokens of a platform', async () => {
    const prices = await createCoingecko({ url, key: 'secret', fetch }).prices(assets, 'eur')
    expect([...prices]).toEqual(
      expect.arrayContaining([
        [ethKey, 2500.5],
        [usdcKey, 1.001],
      ]),
    )
    expect(prices.size).toBe(2)
    expect(state.requests).toEqual(
      expect.arrayContaining([
        { path: '/api/v3/simple/price', query: { ids: 'ethereum', vs_currencies: 'eur' }, key: 'secret' },
        {
          path: '/api/v3/simple/token_price/ethereum',
          query: { contract_addresses: `${usdc},${dai}`.toLowerCase(), vs_currencies: 'eur' },
          key: 'secret',
        },
      ]),
    )
  })

  it.each([
    ['[]', 200],
    ['<html>', 200],
    ['{"ethereum":5}', 200],
    ['{}', 401],
    ['{}', 429],
    ['{}', 500],
  ])('refuses %s with status %i', async (body, status) => {
    Object.assign(state, { body, status })
    await expect(createCoingecko({ url, fetch }).prices(assets, 'usd')).rejects.toMatchObject({ name: 'LatchkeyError' })
  })

  it('waits no longer than it may', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const asked = createCoingecko({ url: `http://127.0.0.1:${port}`, fetch, timeout: 100 })
    await expect(asked.prices(assets.slice(0, 1), 'usd')).rejects.toMatchObject({ name: 'TimeoutError' })
    silent.closeAllConnections()
    silent.close()
  })

  it.each([200, 500])('reads no more than a table of prices can have, whatever the status: %i', async (status) => {
    let sent = 0
    const endless = createServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      const more = () => {
        while (!response.destroyed && sent < 64) {
          sent++
          if (!response.write(' '.repeat(1024 * 1024))) {
            response.once('drain', more)
            return
          }
        }
        response.end('{}')
      }
      more()
    })
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve))
    const { port } = endless.address() as AddressInfo
    const asked = createCoingecko({ url: `http://127.0.0.1:${port}`, fetch }).prices(assets.slice(0, 1), 'usd')
    await expect(asked).rejects.toMatchObject({ name: 'LatchkeyError', code: 'API_REFUSED' })
    expect(sent, 'megabytes').toBeLessThan(32)
    endless.closeAllConnections()
    endless.close()
  })

  it('tells what a dollar buys by what a bitcoin buys, and leaves out invalid rates', async () => {
    const rates = await createCoingecko({ url, key: 'secret', fetch }).rates()
    expect(Object.fromEntries(rates)).toEqual({ usd: 1, eur: 0.9 })
    expect(state.requests).toEqual([{ path: '/api/v3/exchange_rates', query: {}, key: 'secret' }])
  })

  it.each(['{}', '{"rates":{"eur":{"value":1}}}', '{"rates":{"usd":{"value":"1"}}}', '{"rates":5}'])(
    'refuses rates without a dollar: %s',
    async (body) => {
      state.body = body
      await expect(createCoingecko({ url, fetch }).rates()).rejects.toMatchObject({ code: 'API_BAD_ANSWER' })
    },
  )

  it('leaves out invalid prices', async () => {
    state.body = `{"ethereum":{"usd":null},"${usdc}":{"usd":"1"},"__proto__":{"usd":1}}`
    expect((await createCoingecko({ url, fetch }).prices(assets, 'usd')).size).toBe(0)
  })
})

it('falls back to the table for what the service does not know and while it is away, and asks once a minute', async () => {
  const db = await openPglite()
  const table = createPriceTable({ db, chains: chain ? [chain] : [] })
  await table.seed()
  const now = { at: 0 }
  const cache = createMemoryCache({ clock: () => new Date(now.at) })
  const prices = createPrices({ table, provider: createCoingecko({ url, fetch }), cache, log: createLog('silent') })
  const expected = new Map([
    [ethKey, 2500.5],
    [usdcKey, 1.001],
    [daiKey, 0.9],
  ])
  expect(new Map(await prices(assets, 'usd'))).toEqual(expected)
  expect(new Map(await prices(assets, 'usd'))).toEqual(expected)
  expect(state.requests).toHaveLength(2)
  now.at += 60_001
  state.status = 500
  expect(new Map(await prices(assets, 'usd'))).toEqual(
    new Map([
      [ethKey, 2000],
      [usdcKey, 1],
      [daiKey, 0.9],
    ]),
  )
  await db.close()
}, 120_000)

it('tells the rates of the service, kept 10 min, and those of the table for the rest and while it is away', async () => {
  const db = await openPglite()
  const table = createPriceTable({ db, chains: [], fiatRates: '{"eur":0.5,"jpy":150}' })
  await table.seed()
  const now = { at: 0 }
  const cache = createMemoryCache({ clock: () => new Date(now.at) })
  const asked = () => state.requests.filter(({ path }) => path.endsWith('/exchange_rates')).length
  const provider = createCoingecko({ url, fetch })
  const rates = createFiatRates({ table, provider, cache, log: createLog('silent') })
  expect(await rates()).toEqual({ usd: 1, eur: 0.9, jpy: 150 })
  expect(await rates()).toEqual({ usd: 1, eur: 0.9, jpy: 150 })
  expect(asked()).toBe(1)
  now.at += 600_001
  state.status = 500
  expect(await rates()).toEqual({ usd: 1, eur: 0.5, jpy: 150 })
  expect(await rates()).toEqual({ usd: 1, eur: 0.5, jpy: 150 })
  expect(asked()).toBe(2)
  await db.close()
}, 120_000)
