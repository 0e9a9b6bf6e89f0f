import { afterEach, expect, it, vi } from 'vitest'
import { alice, one } from '../../test/chains.js'
import { dataServer } from '../../test/dataServer.js'
import { memoryStore } from '../../test/memoryStore.js'
import { createConfig } from '../createConfig.js'
import { createStorage } from '../storage/storage.js'
import { getBalances } from './getBalances.js'
import { getKnownBalances } from './getKnownBalances.js'

const account = `eip155:1:${alice}` as const
const path = `/v1/account/${alice}/balance`
const balance = (symbol: string, decimals = '18') => ({
  ...{ name: symbol, symbol, chainId: 'eip155:1', price: 1, quantity: { decimals, numeric: '1' }, iconUrl: '' },
})

afterEach(() => vi.useRealTimers())

it('tells what was last read and when, also on the next visit and while nothing can be read', async () => {
  const server = await dataServer({
    '/v1/supported-chains': { http: ['eip155:1'], ws: [] },
    [path]: { balances: [balance('A'), balance('NFT', '0')] },
  })
  const storage = createStorage({ store: memoryStore() })
  const visit = () => createConfig({ chains: [one], api: { url: server.url, projectId: 'p' }, storage })
  expect(getKnownBalances(visit(), { account })).toBeUndefined()
  const at = Date.now()
  vi.setSystemTime(at)
  await getBalances(visit(), { account })
  vi.setSystemTime(at + 180_000)
  server.routes[path] = 500
  const next = visit()
  await expect(getBalances(next, { account })).rejects.toMatchObject({ code: 'BALANCE_UNAVAILABLE' })
  expect(getKnownBalances(next, { account })).toEqual({ balances: [balance('A')], readAt: at })
  expect(getKnownBalances(next, { account: account.toLowerCase() as typeof account })?.readAt).toBe(at)
})

it('of an account that could not be read it tells when that was, also on the next visit', async () => {
  const server = await dataServer({ '/v1/supported-chains': { http: ['eip155:1'], ws: [] }, [path]: 500 })
  const storage = createStorage({ store: memoryStore() })
  const visit = () => createConfig({ chains: [one], api: { url: server.url, projectId: 'p' }, storage })
  const at = Date.now()
  vi.setSystemTime(at)
  await expect(getBalances(visit(), { account })).rejects.toMatchObject({ code: 'BALANCE_UNAVAILABLE' })
  // Within 30 s nothing is asked again, and an empty list alone would say that there is nothing.
  expect(await getBalances(visit(), { account })).toEqual([])
  expect(getKnownBalances(visit(), { account })).toEqual({ failedAt: at })
  server.routes[path] = { balances: [] }
  vi.setSystemTime(at + 30_000)
  await getBalances(visit(), { account })
  expect(getKnownBalances(visit(), { account })).toEqual({ balances: [], readAt: at + 30_000 })
})
