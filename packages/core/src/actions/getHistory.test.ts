import { describe, expect, it } from 'vitest'
import { one, ten } from '../../test/chains.js'
import { dataServer } from '../../test/dataServer.js'
import { createConfig } from '../createConfig.js'
import { getHistory } from './getHistory.js'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const account = `eip155:1:${address}` as const
const path = `/v1/account/${address}/history`
const metadata = {
  operationType: 'send',
  hash: '0x01',
  minedAt: '2026-01-02T03:04:05.000Z',
  sentFrom: address,
  sentTo: address,
  status: 'confirmed',
  nonce: 1,
  chain: 'eip155:1',
}
const transfer = { fungible_info: { name: 'Ether', symbol: 'ETH' }, direction: 'out', quantity: { numeric: '1' } }
const collectible = (is_spam: boolean) => ({
  nft_info: { name: 'Key #1', flags: { is_spam } },
  direction: 'in',
  quantity: { numeric: '1' },
})
const entry = (id: string, more: object = {}, transfers: unknown = [transfer]) => ({
  id,
  metadata: { ...metadata, ...more },
  transfers,
})

async function setUp(route: object | number) {
  const server = await dataServer({ '/v1/supported-chains': { http: ['eip155:1'], ws: [] }, [path]: route })
  const api = { url: server.url, projectId: 'p' }
  return { server, config: createConfig({ chains: [one, ten], api, storage: null }) }
}

describe('getHistory', () => {
  it('[S7-07][S7-08][S7-10] asks for the plain address with chain and cursor, and gives the page and the next cursor', async () => {
    const { config, server } = await setUp({ data: [entry('a')], next: 'more' })
    const page = await getHistory(config, { account, cursor: 'here' })
    expect(page).toEqual({ transactions: [entry('a')], next: 'more' })
    expect(server.seen.at(-1)?.path).toBe(path)
    expect(server.seen.at(-1)?.query).toMatchObject({ chainId: 'eip155:1', cursor: 'here', projectId: 'p' })
  })

  it('[S7-09] asks for purchases', async () => {
    const { config, server } = await setUp({ data: [], next: null })
    expect(await getHistory(config, { account, onramp: 'coinbase' })).toEqual({ transactions: [], next: undefined })
    expect(server.seen.at(-1)?.query).toMatchObject({ onramp: 'coinbase' })
  })

  it('leaves out other chains and what only brought unwanted collectibles, and takes null for no transfers', async () => {
    const { config } = await setUp({
      data: [
        entry('other', { chain: 'eip155:10' }),
        entry('nowhere', { chain: null }),
        entry('spam', {}, [collectible(true)]),
        entry('mixed', {}, [collectible(true), transfer]),
        entry('wanted', {}, [collectible(false)]),
        entry('unflagged', {}, [{ ...collectible(false), nft_info: { name: 'Key #2' } }]),
        entry('null', {}, null),
        entry('approval', { operationType: 'approve' }, []),
      ],
    })
    const { transactions } = await getHistory(config, { account })
    expect(transactions.map(({ id }) => id)).toEqual(['mixed', 'wanted', 'unflagged', 'null', 'approval'])
    expect(transactions.find(({ id }) => id === 'null')?.transfers).toEqual([])
  })

  it('[S9-61] asks nobody for families that the data API does not name, for chains that are not served, or without a data API', async () => {
    const { config, server } = await setUp({ data: [entry('a')] })
    const nothing = { transactions: [], next: undefined }
    const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA' as const
    expect(await getHistory(config, { account: solana })).toEqual(nothing)
    expect(await getHistory(config, { account: `eip155:10:${address}` })).toEqual(nothing)
    expect(await getHistory(createConfig({ chains: [one], storage: null }), { account })).toEqual(nothing)
    expect(server.count(path)).toBe(0)
  })

  it('reads other families where the data API says that it tells of them, and no chain that it leaves out', async () => {
    const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' as const
    const owner = '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA'
    const server = await dataServer({
      '/v1/supported-chains': { http: ['eip155:1', chainId], ws: [], history: [chainId] },
      [`/v1/account/${owner}/history`]: { data: [entry('a', { chain: chainId, fee: '0.000005' })] },
      [path]: { data: [entry('b')] },
    })
    const config = createConfig({ chains: [one, ten], api: { url: server.url, projectId: 'p' }, storage: null })
    const { transactions } = await getHistory(config, { account: `${chainId}:${owner}` })
    expect(transactions).toMatchObject([{ id: 'a', metadata: { fee: '0.000005' } }])
    expect(await getHistory(config, { account })).toEqual({ transactions: [], next: undefined })
    expect(server.count(path)).toBe(0)
  })

  it.each([[500], [{ data: 'nothing' }], [{ data: [{ id: 'a' }] }]])(
    "[S8-20] error: %j ends in 'Failed to fetch transactions'",
    async (route) => {
      const { config } = await setUp(route)
      await expect(getHistory(config, { account })).rejects.toMatchObject({
        code: 'HISTORY_UNAVAILABLE',
        message: 'Failed to fetch transactions',
      })
    },
  )
})
