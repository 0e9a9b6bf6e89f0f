import { fiatRates, prices as pricesSchema, refusal } from '@latchkey/protocol/api'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer } from '../../test/startTestServer.js'
import type { RunningServer } from '../startServer.js'

const chainId = 'eip155:31337'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const native = `${chainId}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`
let server: RunningServer

beforeAll(async () => {
  server = await startTestServer({
    env: {
      LATCHKEY_MODE: 'production',
      LATCHKEY_ROLES: 'data',
      LATCHKEY_FIAT_RATES: '{"eur":0.5}',
      LATCHKEY_PUBLIC_URL: 'https://data.example/',
    },
    chains: [
      {
        caip2: chainId,
        name: 'Local',
        rpc: ['http://127.0.0.1:9'],
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        nativePrice: 2500,
        tokens: [
          { address: usdc, name: 'USD Coin', symbol: 'USDC', decimals: 6, price: 1 },
          { address: `0x${'11'.repeat(20)}`, name: 'Unpriced', symbol: 'NONE', decimals: 18 },
        ],
      },
    ],
  })
})
afterAll(() => server?.close())

async function post(body: unknown, init: RequestInit = {}, search = '') {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(`${server.url}/v1/fungible/price${search}`, { method: 'POST', body: text, ...init })
  return { status: response.status, json: await response.json() }
}

describe('prices', () => {
  it.each(['text/plain;charset=UTF-8', 'application/json', 'application/x-www-form-urlencoded'])(
    '[S7-19][S7-20][S7-21][S7-22] answers a body sent as %s and echoes the ids',
    async (type) => {
      const addresses = [native, `${chainId}:${usdc.toLowerCase()}`, `${chainId}:${usdc}`]
      const { status, json } = await post(
        { currency: 'usd', addresses, projectId: 'test' },
        { headers: { 'content-type': type } },
      )
      expect(status).toBe(200)
      expect(pricesSchema.parse(json).fungibles).toEqual([
        {
          address: addresses[0],
          name: 'Ether',
          symbol: 'ETH',
          iconUrl: 'https://data.example/public/getTokenImage/ETH',
          price: 2500,
          decimals: 18,
        },
        {
          address: addresses[1],
          name: 'USD Coin',
          symbol: 'USDC',
          iconUrl: 'https://data.example/public/getTokenImage/USDC',
          price: 1,
          decimals: 6,
        },
        {
          address: addresses[2],
          name: 'USD Coin',
          symbol: 'USDC',
          iconUrl: 'https://data.example/public/getTokenImage/USDC',
          price: 1,
          decimals: 6,
        },
      ])
    },
  )

  it('[S7-20] gives prices in other currencies by the table and by the prices of coins', async () => {
    const price = async (currency: string) =>
      (await post({ currency, addresses: [native], projectId: 'x' })).json.fungibles[0]?.price
    expect(await price('eur')).toBe(1250)
    expect(await price('eth')).toBeCloseTo(1)
    expect(await price('jpy')).toBeUndefined()
  })

  it('[S7-21] leaves out what it does not know or has no price for', async () => {
    const addresses = [
      `eip155:1:${usdc}`,
      `${chainId}:0x${'22'.repeat(20)}`,
      `${chainId}:0x${'11'.repeat(20)}`,
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:So11111111111111111111111111111111111111111',
    ]
    expect((await post({ currency: 'usd', addresses, projectId: 'x' })).json).toEqual({ fungibles: [] })
  })

  it('[S7-22] takes the project from the query when the body has none', async () => {
    expect((await post({ currency: 'usd', addresses: [native] }, {}, '?projectId=x')).status).toBe(200)
  })
})

describe('rates', () => {
  it('tells those of the table, and leaves out what has none', async () => {
    const response = await fetch(`${server.url}/v1/fiat-rates?projectId=x`)
    expect(response.status).toBe(200)
    expect(fiatRates.parse(await response.json())).toEqual({ rates: { usd: 1, eur: 0.5 } })
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

describe('refusals', () => {
  const good = { currency: 'usd', addresses: [native], projectId: 'x' }
  it.each([
    ['', 400],
    ['{', 400],
    ['not json', 400],
    ['['.repeat(50_000), 400],
    [{ ...good, addresses: [] }, 400],
    ['null', 422],
    ['[]', 422],
    ['"text"', 422],
    [{}, 422],
    [{ ...good, currency: 'xyz' }, 422],
    [{ ...good, currency: 7 }, 422],
    [{ currency: 'usd', projectId: 'x' }, 422],
    [{ ...good, addresses: native }, 422],
    [{ ...good, addresses: ['0xabc'] }, 422],
    [{ ...good, addresses: [7] }, 422],
    [{ ...good, addresses: Array(101).fill(native) }, 422],
    [{ currency: 'usd', addresses: [native] }, 422],
    [{ ...good, projectId: 5 }, 422],
    ['{"__proto__":{"currency":"usd"},"addresses":["x"],"projectId":"x"}', 422],
    [' '.repeat(1024 * 1024 + 1), 413],
  ])('[S7-20][S7-21][S7-22] refuses %j', async (body, status) => {
    const answer = await post(body)
    expect(answer.status).toBe(status)
    refusal.parse(answer.json)
  })

  it('answers whatever is posted within its documents', async () => {
    const value = fc.oneof(
      fc.json(),
      fc.string(),
      fc
        .record({
          currency: fc.oneof(fc.constant('usd'), fc.string()),
          addresses: fc.oneof(fc.constant([native]), fc.array(fc.string())),
          projectId: fc.string(),
        })
        .map((one) => JSON.stringify(one)),
    )
    await fc.assert(
      fc.asyncProperty(value, async (text) => {
        const { status, json } = await post(text)
        expect([200, 400, 422]).toContain(status)
        if (status === 200) pricesSchema.parse(json)
        else refusal.parse(json)
      }),
      { numRuns: 150 },
    )
  })
})
