import { describe, expect, it } from 'vitest'
import { one, ten } from '../../test/chains.js'
import { dataServer } from '../../test/dataServer.js'
import { createConfig } from '../createConfig.js'
import { getCollectibles } from './getCollectibles.js'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const account = `eip155:1:${address}` as const
const path = `/v1/account/${address}/collectibles`
const item = (more: object = {}) => ({
  chainId: 'eip155:1',
  contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  tokenId: '7',
  standard: 'erc721',
  amount: '1',
  name: 'Key #7',
  description: null,
  collection: { name: 'Keys', symbol: 'KEY' },
  image: 'https://api.example/picture',
  link: null,
  isSpam: false,
  ...more,
})
const index = { state: 'current', read: 10, head: 10 }

async function setUp(route: object | number) {
  const server = await dataServer({ '/v1/supported-chains': { http: ['eip155:1'], ws: [] }, [path]: route })
  return {
    server,
    config: createConfig({ chains: [one, ten], api: { url: server.url, projectId: 'p' }, storage: null }),
  }
}

describe('getCollectibles', () => {
  it('asks with chain and cursor, and gives the page, the next cursor and how far the chain is read', async () => {
    const { config, server } = await setUp({ data: [item()], next: 'more', index: { ...index, state: 'behind' } })
    const page = await getCollectibles(config, { account, cursor: 'here' })
    expect(page).toEqual({ collectibles: [item()], next: 'more', index: 'behind' })
    expect(server.seen.at(-1)?.query).toMatchObject({ chainId: 'eip155:1', cursor: 'here', projectId: 'p' })
  })

  it('asks for those of Solana, where the mint says which it is', async () => {
    const [chainId, owner] = [
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD',
    ] as const
    const mint = {
      chainId,
      contract: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
      tokenId: '0',
      standard: 'metaplex',
    }
    const server = await dataServer({
      '/v1/supported-chains': { http: [chainId], ws: [] },
      [`/v1/account/${owner}/collectibles`]: { data: [item({ ...mint, isLocked: true })], index: { state: 'behind' } },
    })
    const config = createConfig({ chains: [one], api: { url: server.url, projectId: 'p' }, storage: null })
    const { collectibles, index: state } = await getCollectibles(config, { account: `${chainId}:${owner}` })
    expect(collectibles).toEqual([item({ ...mint, isLocked: true })])
    expect(state).toBe('behind')
  })

  it('leaves out what is on another chain, and cleans what an author wrote', async () => {
    const { config } = await setUp({
      data: [item({ chainId: 'eip155:10' }), item({ name: 'A\u202eB' })],
      next: null,
      index,
    })
    const { collectibles, next } = await getCollectibles(config, { account })
    expect(collectibles.map(({ name }) => name)).toEqual(['AB'])
    expect(next).toBeUndefined()
  })

  it('has none without a data API, of other families, and on chains that it does not serve', async () => {
    const { config, server } = await setUp({ data: [item()], next: null, index })
    const none = { collectibles: [], next: undefined, index: 'none' }
    expect(await getCollectibles(createConfig({ chains: [one], storage: null }), { account })).toEqual(none)
    expect(await getCollectibles(config, { account: `eip155:10:${address}` })).toEqual(none)
    const cosmos = 'cosmos:cosmoshub-4:cosmos1gvxyd5lyap8c4va4m0ut8mzk4y32kccqmy3ex3'
    expect(await getCollectibles(config, { account: cosmos })).toEqual(none)
    expect(server.seen.filter((asked) => asked.path === path)).toEqual([])
  })

  it.each([
    ['API_REFUSED', 400],
    ['API_BAD_ANSWER', { data: [item({ tokenId: '-1' })], next: null, index }],
    ['API_BAD_ANSWER', { data: [item()] }],
  ])('error: %s', async (code, route) => {
    const { config } = await setUp(route)
    await expect(getCollectibles(config, { account })).rejects.toMatchObject({ code })
  })
})
