import { MutationObserver, QueryClient } from '@tanstack/query-core'
import { erc20Abi } from 'viem'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { alice, bob, one, ten } from '../../test/chains.js'
import { dataServer, type Route } from '../../test/dataServer.js'
import { createConfig } from '../createConfig.js'
import * as builders from '../exports/query.js'
import { createFakeConnector } from '../testing/createFakeConnector.js'

const account = `eip155:1:${alice}` as const
const chainId = 'eip155:1'
const transfer = { account, chainId, to: bob, amount: 10n ** 18n } as const
const ether = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const listing = (id: string) => ({ id: id.repeat(64), name: `Wallet ${id}` })
const walletList = (...ids: string[]) => ({ count: 41, data: ids.map(listing) })

/** A config with a data API that answers as told, and a client over it. */
async function setUp(routes: { [path: string]: Route } = {}) {
  const server = await dataServer({ '/v1/supported-chains': { http: [chainId], ws: [] }, ...routes })
  const wallet = createFakeConnector({ addresses: [alice] })
  const config = createConfig({
    chains: [one, ten],
    connectors: [wallet.create],
    api: { url: server.url },
    storage: null,
  })
  const client = new QueryClient()
  onTestFinished(() => {
    client.clear()
    config.destroy()
  })
  return { server, wallet, config, client }
}

type Builder = (config: object, parameters?: object) => { queryKey?: unknown; mutationKey?: unknown; enabled?: boolean }

describe('every builder', () => {
  const all = Object.entries(builders) as unknown as [string, Builder][]
  const reads = all.filter(([name]) => name.endsWith('QueryOptions'))
  const writes = all.filter(([name]) => name.endsWith('MutationOptions'))
  const call = { address: account, abi: erc20Abi, functionName: 'totalSupply' }
  const complete = {
    ...transfer,
    ...call,
    addresses: [ether],
    contracts: [call],
    hash: '0x01',
    name: 'alice.eth',
    search: 'rain',
    id: 'p1',
    symbol: 'ETH',
    currency: 'USD',
    payment: '100',
  }

  it('behavior: is one of these two', () => {
    expect(reads.length + writes.length).toBe(all.length)
  })

  it.each(reads)(
    '%s: the key is JSON, begins with the config, and without parameters is the beginning of all',
    async (_, build) => {
      const { config } = await setUp()
      const { queryKey, enabled } = build(config, { ...complete, token: undefined })
      expect(enabled).toBe(true)
      expect(JSON.parse(JSON.stringify(queryKey))).toEqual(queryKey)
      expect((queryKey as unknown[]).slice(0, 2)).toEqual(['latchkey', config.uid])
      const bare = build(config).queryKey as unknown[]
      expect(bare).toEqual([...(queryKey as unknown[]).slice(0, 3), {}])
    },
  )

  it.each(writes)('%s: the key names the config and the action', async (name, build) => {
    const { config } = await setUp()
    expect(build(config).mutationKey).toEqual(['latchkey', config.uid, name.replace('MutationOptions', '')])
  })
})

describe('reads', () => {
  it('behavior: prices, rates, sessions, names and wallets come by a bare client', async () => {
    const { client, config } = await setUp({
      '/v1/fungible/price': { fungibles: [{ address: ether, name: 'Ether', symbol: 'ETH', iconUrl: '', price: 2500 }] },
      [`/v1/sessions/${encodeURIComponent(account)}`]: { pcis: [] },
      [`/v1/identity/${alice}`]: { name: 'alice.eth', avatar: null, resolvedAt: 5 },
      '/getWallets': walletList('a'),
      '/v1/fiat-rates': { rates: { eur: 0.9 } },
    })
    expect(await client.fetchQuery(builders.getFiatRatesQueryOptions(config))).toEqual({ usd: 1, eur: 0.9 })
    expect(await client.fetchQuery(builders.getPricesQueryOptions(config, { addresses: [ether] }))).toHaveLength(1)
    expect(await client.fetchQuery(builders.getSmartSessionsQueryOptions(config, { address: account }))).toEqual([])
    const identity = builders.getIdentityQueryOptions(config, { address: alice, chainId })
    expect(await client.fetchQuery(identity)).toMatchObject({ name: 'alice.eth' })
    expect(await client.fetchQuery(builders.getSuggestedWalletsQueryOptions(config))).toMatchObject({
      recommended: [{ name: 'Wallet a' }],
    })
    expect(await client.fetchQuery(builders.getSupportedChainsQueryOptions(config))).toMatchObject({ http: [chainId] })
  })

  it('behavior: pages follow each other', async () => {
    const { client, config, server } = await setUp({ '/getWallets': walletList('a') })
    const options = builders.getWalletsInfiniteQueryOptions(config, { certified: true })
    const { pages, pageParams } = await client.fetchInfiniteQuery({ ...options, pages: 3 })
    expect(pageParams).toEqual([1, 2])
    expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, false])
    expect(server.seen.map(({ query }) => [query.page, query.badge_type])).toEqual([
      ['1', 'certified'],
      ['2', 'certified'],
    ])
  })

  it('behavior: history goes on where the page before says', async () => {
    const path = `/v1/account/${alice}/history`
    const { client, config, server } = await setUp({ [path]: { data: [], next: 'more' } })
    const options = builders.getHistoryInfiniteQueryOptions(config, { account })
    await client.fetchInfiniteQuery({ ...options, pages: 2 })
    const asked = server.seen.filter((one) => one.path === path)
    expect(asked.map(({ query }) => query.cursor)).toEqual([undefined, 'more'])
  })

  it('behavior: a query that is cancelled ends the request', async () => {
    const path = `/v1/sessions/${encodeURIComponent(account)}`
    const closed = vi.fn()
    const { client, config, server } = await setUp({ [path]: (response) => response.on('close', closed) })
    const options = builders.getSmartSessionsQueryOptions(config, { address: account })
    const asking = client.fetchQuery(options).catch(() => {})
    await vi.waitFor(() => expect(server.count(path)).toBe(1))
    await client.cancelQueries({ queryKey: options.queryKey })
    await asking
    await vi.waitFor(() => expect(closed).toHaveBeenCalled())
  })

  it('error: a transfer is quoted for the connected account only', async () => {
    const { client, config } = await setUp()
    const asked = client.fetchQuery(builders.quoteTransferQueryOptions(config, transfer))
    await expect(asked).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  })
})

describe('writes', () => {
  it('behavior: connect, sign, and leave without a word', async () => {
    const { client, config } = await setUp()
    const connect = new MutationObserver(client, builders.connectMutationOptions(config))
    expect(await connect.mutate({ connector: 'dev.latchkey.fake' })).toMatchObject({ accounts: [account] })
    expect(config.state.connections.size).toBe(1)
    await new MutationObserver(client, builders.disconnectMutationOptions(config)).mutate()
    expect(config.state.connections.size).toBe(0)
  })

  it('error: the code of what went wrong', async () => {
    const { client, config, wallet } = await setUp()
    wallet.switches.reject = true
    const connect = new MutationObserver(client, builders.connectMutationOptions(config))
    await expect(connect.mutate({ connector: 'dev.latchkey.fake' })).rejects.toMatchObject({
      code: 'CONNECTION_REJECTED',
    })
    const { error } = connect.getCurrentResult()
    expect(error?.code).toBe('CONNECTION_REJECTED')
    const sign = new MutationObserver(client, builders.signMessageMutationOptions(config))
    await expect(sign.mutate({ message: 'Hello' })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  })
})
