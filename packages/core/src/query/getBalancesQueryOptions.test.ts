import { QueryClient, QueryObserver } from '@tanstack/query-core'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { alice, one } from '../../test/chains.js'
import { dataServer } from '../../test/dataServer.js'
import { getBalances } from '../actions/getBalances.js'
import { createConfig } from '../createConfig.js'
import { getBalancesQueryOptions } from './getBalancesQueryOptions.js'

const account = `eip155:1:${alice}` as const
const path = `/v1/account/${alice}/balance`
const balance = (symbol: string) => ({
  name: symbol,
  symbol,
  chainId: 'eip155:1',
  price: 1,
  quantity: { decimals: '18', numeric: '1' },
  iconUrl: '',
})

async function setUp() {
  const server = await dataServer({
    '/v1/supported-chains': { http: ['eip155:1'], ws: [] },
    [path]: { balances: [balance('A')] },
  })
  const load = () => createConfig({ chains: [one], api: { url: server.url, projectId: 'my project' }, storage: null })
  const client = new QueryClient()
  onTestFinished(() => client.clear())
  return { server, client, load, config: load() }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('the key', () => {
  it('behavior: names the config, the action and the account, whatever the case of its letters', async () => {
    const { config, load } = await setUp()
    const { queryKey } = getBalancesQueryOptions(config, { account })
    expect(queryKey).toEqual(['latchkey', config.uid, 'balances', { account: `eip155:1:${alice.toLowerCase()}` }])
    expect(getBalancesQueryOptions(config, { account: `eip155:1:${alice.toLowerCase()}` }).queryKey).toEqual(queryKey)
    expect(getBalancesQueryOptions(config).queryKey).toEqual(['latchkey', config.uid, 'balances', {}])
    expect(getBalancesQueryOptions(load(), { account }).queryKey).not.toEqual(queryKey)
  })
})

describe('the query', () => {
  it('behavior: reads once for as long as the answer is new', async () => {
    const { server, client, config } = await setUp()
    const options = getBalancesQueryOptions(config, { account })
    expect(await client.fetchQuery(options)).toMatchObject([{ symbol: 'A' }])
    expect(await client.fetchQuery(options)).toMatchObject([{ symbol: 'A' }])
    expect(server.count(path)).toBe(1)
  })

  it('behavior: is not enabled without an account, and says so when it is asked all the same', async () => {
    const { server, client, config } = await setUp()
    const options = getBalancesQueryOptions(config, { account: undefined })
    const observer = new QueryObserver(client, options)
    onTestFinished(observer.subscribe(() => {}))
    expect(observer.getCurrentResult()).toMatchObject({ status: 'pending', fetchStatus: 'idle' })
    await expect(client.fetchQuery(options)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    expect(server.seen).toEqual([])
  })

  it('behavior: is read anew once it is invalidated, by the key without an account too', async () => {
    const { server, client, config } = await setUp()
    const options = getBalancesQueryOptions(config, { account })
    await client.fetchQuery(options)
    server.routes[path] = { balances: [balance('B')] }
    await client.invalidateQueries({ queryKey: getBalancesQueryOptions(config).queryKey })
    expect(await client.fetchQuery(options)).toMatchObject([{ symbol: 'B' }])
    expect(server.count(path)).toBe(2)
  })

  it('error: has a code, and is not asked again within 30 s of a failure', async () => {
    const { server, client, config } = await setUp()
    const options = getBalancesQueryOptions(config, { account })
    await client.fetchQuery(options)
    server.routes[path] = 500
    const again = () => client.fetchQuery({ ...options, staleTime: 0 })
    await expect(again()).rejects.toMatchObject({ code: 'BALANCE_UNAVAILABLE' })
    const asked = server.count(path)
    vi.setSystemTime(Date.now() + 29_000)
    expect(await again()).toMatchObject([{ symbol: 'A' }])
    expect(server.count(path)).toBe(asked)
  })

  it('behavior: two configs over one client do not share', async () => {
    const { server, client, config, load } = await setUp()
    const other = load()
    await client.fetchQuery(getBalancesQueryOptions(config, { account }))
    expect(client.getQueryData(getBalancesQueryOptions(other, { account }).queryKey)).toBeUndefined()
    await client.fetchQuery(getBalancesQueryOptions(other, { account }))
    expect(server.count(path)).toBe(2)
  })

  it('behavior: who stops waiting leaves the request to the others', async () => {
    const { server, client, config } = await setUp()
    let answer = () => {}
    server.routes[path] = (response) => {
      answer = () => response.end(JSON.stringify({ balances: [balance('A')] }))
    }
    const options = getBalancesQueryOptions(config, { account })
    const leaving = client.fetchQuery(options).catch((error) => error)
    const controller = new AbortController()
    const aborted = getBalances(config, { account, signal: controller.signal }).catch((error) => error)
    const staying = getBalances(config, { account })
    await vi.waitFor(() => expect(server.count(path)).toBe(1))
    await client.cancelQueries({ queryKey: options.queryKey })
    controller.abort()
    expect(await aborted).toMatchObject({ code: 'ABORTED' })
    await leaving
    answer()
    expect(await staying).toMatchObject([{ symbol: 'A' }])
    expect(server.count(path)).toBe(1)
  })
})
