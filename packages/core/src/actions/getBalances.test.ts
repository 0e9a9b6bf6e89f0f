import { afterEach, describe, expect, it, vi } from 'vitest'
import { alice, btc, one, sol, solAlice } from '../../test/chains.js'
import { dataServer } from '../../test/dataServer.js'
import { memoryStore } from '../../test/memoryStore.js'
import { createConfig } from '../createConfig.js'
import { eip155 } from '../namespaces/eip155/eip155.js'
import { createStorage } from '../storage/storage.js'
import { getBalances } from './getBalances.js'

const account = `eip155:1:${alice}` as const
const path = `/v1/account/${alice}/balance`
const chains = { http: ['eip155:1', sol.caipNetworkId], ws: [] }
const balance = (symbol: string, decimals: string) => ({
  name: symbol,
  symbol,
  chainId: 'eip155:1',
  price: 1,
  quantity: { decimals, numeric: '1' },
  iconUrl: '',
})
const answer = { balances: [balance('A', '18'), balance('B', '0'), balance('C', '6')] }

async function setUp(route: Parameters<typeof dataServer>[0][string] = answer, supported: object | number = chains) {
  const server = await dataServer({ '/v1/supported-chains': supported, [path]: route })
  const store = memoryStore()
  const load = () =>
    createConfig({
      chains: [one, sol, btc],
      api: { url: server.url, projectId: 'my project' },
      storage: createStorage({ store }),
    })
  return { server, store, load, config: load() }
}
const unavailable = { code: 'BALANCE_UNAVAILABLE', message: 'Token Balance Unavailable' }

afterEach(() => {
  vi.useRealTimers()
})
const later = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)

describe('the request', () => {
  it('[S7-04][S7-39][S7-40][S7-41] asks for the chains once, then for the balance in usd on the CAIP-2 chain', async () => {
    const { config, server } = await setUp()
    await getBalances(config, { account })
    await getBalances(config, { account: `eip155:1:${alice.toLowerCase()}` })
    expect(server.seen.map(({ path: own }) => own)).toEqual(['/v1/supported-chains', path])
    expect(server.seen[1]?.query).toMatchObject({ currency: 'usd', chainId: 'eip155:1', projectId: 'my project' })
    expect(server.seen[1]?.query).not.toHaveProperty('forceUpdate')
  })

  it('[S7-42] sends the tokens that must bypass the cache, joined by commas', async () => {
    const { config, server } = await setUp()
    const forceUpdate = [`eip155:1:${alice}`, 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'] as const
    await getBalances(config, { account })
    await getBalances(config, { account, forceUpdate })
    expect(server.count(path)).toBe(2)
    expect(server.seen.at(-1)?.query.forceUpdate).toBe(forceUpdate.join(','))
  })

  it('[S9-57] is made for EVM and Solana only', async () => {
    const { config, server } = await setUp()
    for (const wrong of [`${btc.caipNetworkId}:bc1q`, 'polkadot:x:y', 'cosmos:x:y'] as const)
      expect(await getBalances(config, { account: wrong })).toEqual([])
    expect(server.seen).toEqual([])
    server.routes[`/v1/account/${solAlice}/balance`] = { balances: [] }
    await getBalances(config, { account: `${sol.caipNetworkId}:${solAlice}` })
    expect(server.count(`/v1/account/${solAlice}/balance`)).toBe(1)
  })

  it('[S9-57] asks nothing of the data API for Bitcoin, whose coin is read from its node where the family is set up', async () => {
    const server = await dataServer({ '/v1/supported-chains': { http: [btc.caipNetworkId], ws: [] } })
    const coin = { ...balance('BTC', '8'), chainId: btc.caipNetworkId }
    const asked: unknown[] = []
    const bip122 = {
      ...eip155(),
      namespace: 'bip122' as const,
      nodeApi: 'rest' as const,
      getBalances: async (...given: unknown[]) => {
        asked.push(given)
        return [coin]
      },
    }
    const config = createConfig({ chains: [btc], namespaces: [bip122], api: { url: server.url }, storage: null })
    expect(await getBalances(config, { account: `${btc.caipNetworkId}:bc1q` })).toEqual([coin])
    expect(asked).toEqual([
      [{ chain: btc, rpcUrls: [expect.stringContaining(`/v1/rest/${btc.caipNetworkId}?`)] }, 'bc1q'],
    ])
    expect(server.seen.map(({ path: own }) => own)).toEqual(['/v1/supported-chains'])
  })

  it('behavior: two accounts of a family whose addresses tell cases apart are kept apart', async () => {
    const { config, server } = await setUp()
    const other = solAlice.toLowerCase()
    server.routes[`/v1/account/${solAlice}/balance`] = { balances: [balance('A', '9')] }
    server.routes[`/v1/account/${other}/balance`] = { balances: [balance('B', '9')] }
    expect(await getBalances(config, { account: `${sol.caipNetworkId}:${solAlice}` })).toMatchObject([{ symbol: 'A' }])
    expect(await getBalances(config, { account: `${sol.caipNetworkId}:${other}` })).toMatchObject([{ symbol: 'B' }])
  })

  it('[S5-20] leaves out tokens of 0 decimals', async () => {
    const { config } = await setUp()
    expect((await getBalances(config, { account })).map(({ symbol }) => symbol)).toEqual(['A', 'C'])
  })
})

describe('freshness', () => {
  it('[S9-03] two reads within 30 s are one request, the next after it another; a reload changes nothing', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { load, server } = await setUp()
    const config = load()
    await Promise.all([getBalances(config, { account }), getBalances(config, { account })])
    later(30_000)
    expect(await getBalances(load(), { account })).toHaveLength(2)
    expect(server.count(path)).toBe(1)
    later(1)
    await getBalances(load(), { account })
    expect(server.count(path)).toBe(2)
  })

  it('[S9-03] what is forced is asked anew, and kept again', async () => {
    const { config, server } = await setUp()
    await getBalances(config, { account })
    server.routes[path] = { balances: [] }
    expect(await getBalances(config, { account, forceUpdate: [] })).toEqual([])
    expect(await getBalances(config, { account })).toEqual([])
    expect(server.count(path)).toBe(2)
  })

  it('[S9-02] after a failure no request is made for 30 s: an empty result; at 30 s it is asked again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { load, server } = await setUp(500)
    const config = load()
    await expect(getBalances(config, { account })).rejects.toMatchObject(unavailable)
    later(29_999)
    expect(await getBalances(config, { account })).toEqual([])
    expect(await getBalances(load(), { account })).toEqual([])
    expect(server.count(path)).toBe(1)
    later(1)
    server.routes[path] = answer
    expect(await getBalances(config, { account })).toHaveLength(2)
    expect(server.count(path)).toBe(2)
  })

  it('[S9-02] a success opens the gate again, and after a later failure the last known balances stand', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { config, server } = await setUp()
    await getBalances(config, { account })
    later(31_000)
    server.routes[path] = 500
    await expect(getBalances(config, { account })).rejects.toMatchObject(unavailable)
    later(1_000)
    expect(await getBalances(config, { account })).toHaveLength(2)
    expect(server.count(path)).toBe(2)
  })

  it('a clock that is set back, and a broken storage, do not keep a value for ever', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { config, server, store } = await setUp()
    await getBalances(config, { account })
    later(-3_600_000)
    await getBalances(config, { account })
    expect(server.count(path)).toBe(2)
    for (const broken of [
      '{',
      'null',
      '{"at":"x"}',
      `{"at":${Date.now()},"value":[null]}`,
      `{"at":${Date.now()},"value":{}}`,
    ]) {
      for (const key of store.items.keys()) if (key.includes('portfolio')) store.items.set(key, broken)
      expect(await getBalances(config, { account })).toHaveLength(2)
    }
    expect(server.count(path)).toBe(7)
  })
})

describe('faults', () => {
  it('error: a failed request, and a chain that is not served, reject with "Token Balance Unavailable"', async () => {
    const failing = await setUp(500)
    await expect(getBalances(failing.config, { account })).rejects.toMatchObject(unavailable)
    const unserved = await setUp(answer, { http: ['eip155:10'], ws: [] })
    await expect(getBalances(unserved.config, { account })).rejects.toMatchObject(unavailable)
    expect(unserved.server.count(path)).toBe(0)
    const silent = await setUp(answer, 500)
    await expect(getBalances(silent.config, { account })).rejects.toMatchObject(unavailable)
  })

  it.each([
    ['a web page', (response: import('node:http').ServerResponse) => response.end('<html></html>')],
    ['another form', { balances: [{ symbol: 'A' }] }],
    ['null', (response: import('node:http').ServerResponse) => response.end('null')],
    ['50 MB', (response: import('node:http').ServerResponse) => response.end(Buffer.alloc(50 * 1024 * 1024, 'f'))],
    ['a broken line', (response: import('node:http').ServerResponse) => response.destroy()],
  ])('error: %s instead of an answer', async (_, route) => {
    const { config } = await setUp(route)
    await expect(getBalances(config, { account })).rejects.toMatchObject({
      ...unavailable,
      cause: { code: expect.stringMatching(/^API_(BAD_ANSWER|UNREACHABLE)$/) },
    })
  })

  it('error: an invalid account', async () => {
    const { config, server } = await setUp()
    for (const wrong of ['', alice, 'eip155:1', 'foo:1:0x'])
      await expect(getBalances(config, { account: wrong as never })).rejects.toMatchObject({ code: 'INVALID_ADDRESS' })
    expect(server.seen).toEqual([])
  })
})
