import { describe, expect, it } from 'vitest'
import { one, ten } from '../../test/chains.js'
import { dataServer } from '../../test/dataServer.js'
import { memoryStore } from '../../test/memoryStore.js'
import { type CreateConfigParameters, createConfig } from '../createConfig.js'
import { createStorage } from '../storage/storage.js'
import { addRecentListing } from '../wallets/recentListings.js'
import { getSuggestedWallets } from './getSuggestedWallets.js'
import { getWallets } from './getWallets.js'

const idOf = (index: number) => index.toString(16).padStart(64, '0')
const entry = (index: number, more: object = {}) => ({ id: idOf(index), name: `Wallet ${index}`, ...more })
const path = '/getWallets'

async function setUp(route: object | number, options: Partial<CreateConfigParameters> = {}) {
  const server = await dataServer({ [path]: route })
  const api = { url: `${server.url}/`, projectId: 'p' }
  return { server, config: createConfig({ chains: [one, ten], api, storage: null, ...options }) }
}

describe('getWallets', () => {
  it('[S7-136] [S7-139] [S9-08] asks for pages of 40 wallets of its networks, and tells whether more follow', async () => {
    const { config, server } = await setUp({ count: 41, data: [entry(1)] })
    expect(server.count(path)).toBe(0)
    const first = await getWallets(config)
    expect(first).toMatchObject({ count: 41, hasMore: true, wallets: [{ id: idOf(1), name: 'Wallet 1' }] })
    expect((await getWallets(config, { page: 2 })).hasMore).toBe(false)
    expect(server.seen.map(({ method, query }) => [method, query])).toEqual([
      [
        'GET',
        {
          projectId: 'p',
          st: 'latchkey',
          sv: expect.any(String),
          page: '1',
          entries: '40',
          chains: 'eip155:1,eip155:10',
        },
      ],
      ['GET', expect.objectContaining({ page: '2', entries: '40' })],
    ])
  })

  it('[S7-140] [S9-10] searches for the trimmed text: the first page, 100 wallets at once', async () => {
    const { config, server } = await setUp({ count: 0, data: [] })
    await getWallets(config, { search: '  rain ', certified: true })
    await getWallets(config, { search: '   ' })
    expect(server.seen[0]?.query).toMatchObject({
      search: 'rain',
      entries: '100',
      page: '1',
      badge_type: 'certified',
    })
    expect(server.seen[1]?.query).not.toHaveProperty('search')
  })

  it('[S7-141] joins what the config includes and excludes with what is asked', async () => {
    const options = { includeWalletIds: [idOf(1), idOf(2)], excludeWalletIds: [idOf(3)] }
    const { config, server } = await setUp({ count: 0, data: [] }, options)
    await getWallets(config, { exclude: [idOf(4), idOf(3)] })
    await getWallets(config, { include: [idOf(2), idOf(9)] })
    expect(server.seen[0]?.query).toMatchObject({
      include: `${idOf(1)},${idOf(2)}`,
      exclude: `${idOf(3)},${idOf(4)}`,
    })
    expect(server.seen[1]?.query).toMatchObject({ include: idOf(2) })
    expect(await getWallets(config, { include: [idOf(9)] })).toEqual({ wallets: [], count: 0, hasMore: false })
    expect(server.count(path)).toBe(2)
  })

  it('[S7-137] reads links, stores and the address of the picture', async () => {
    const wallet = entry(1, {
      image_id: 'a-b',
      badge_type: 'certified',
      chains: ['eip155:1'],
      rdns: 'a.b',
      homepage: 'https://a.example/',
      mobile_link: 'example://',
      desktop_link: null,
      webapp_link: 'https://a.example/app',
      app_store: 'https://apps.example/1',
      spam: 1,
    })
    const { config, server } = await setUp({ count: 1, data: [wallet] })
    const { wallets } = await getWallets(config)
    expect(wallets[0]).toEqual({
      id: idOf(1),
      name: 'Wallet 1',
      imageUrl: expect.stringMatching(`^${server.url}/getWalletImage/a-b\\?projectId=p&`),
      isCertified: true,
      rdns: 'a.b',
      homepage: 'https://a.example/',
      links: { mobile: 'example://', web: 'https://a.example/app' },
      stores: { apple: 'https://apps.example/1' },
      chains: ['eip155:1'],
    })
  })

  it('leaves out invalid entries, links that must not be opened, and wallets that are excluded by name', async () => {
    const data = [
      null,
      7,
      entry(1, { id: 'x' }),
      entry(2, { name: '' }),
      entry(3, { image_id: '../../v1' }),
      entry(4, { chains: ['nonsense'] }),
      entry(5, { name: 'FOO' }),
      entry(6, { rdns: 'com.bar' }),
      entry(7, {
        mobile_link: 'javascript:alert(1)',
        desktop_link: 'data:text/html,x',
        webapp_link: 'http://a.example',
        homepage: 'file:///etc/passwd',
        chrome_store: 'nonsense',
      }),
    ]
    const excludeWallets = [{ name: 'foo' }, { rdns: 'COM.bar' }]
    const { config } = await setUp({ count: data.length, data }, { excludeWallets })
    const { wallets } = await getWallets(config)
    expect(wallets).toHaveLength(1)
    expect(wallets[0]).toMatchObject({ id: idOf(7), links: {}, stores: {}, homepage: undefined })
  })

  it('asks nobody without a data API', async () => {
    const config = createConfig({ chains: [one], storage: null })
    expect(await getWallets(config)).toEqual({ wallets: [], count: 0, hasMore: false })
    expect(await getSuggestedWallets(config)).toEqual({ recent: [], featured: [], recommended: [], count: undefined })
  })

  it.each([
    [500, 'API_REFUSED'],
    [{ count: 1, data: {} }, 'API_BAD_ANSWER'],
    [{ count: -1, data: [] }, 'API_BAD_ANSWER'],
    [{ data: [] }, 'API_BAD_ANSWER'],
  ])('error: %o ends in %s', async (route, code) => {
    const { config } = await setUp(route)
    await expect(getWallets(config)).rejects.toMatchObject({ code })
  })

  it('error: stops when it is told to', async () => {
    const { config } = await setUp({ count: 0, data: [] })
    await expect(getWallets(config, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' })
  })
})

describe('getSuggestedWallets', () => {
  it('[S9-09] asks for 4, without those that are featured, used recently or excluded; asks once', async () => {
    const { config, server } = await setUp(
      { count: 9, data: [entry(5), entry(2), entry(1)] },
      {
        featuredWalletIds: [idOf(1), idOf(2)],
        excludeWalletIds: [idOf(3)],
        storage: createStorage({ store: memoryStore() }),
      },
    )
    addRecentListing(config.storage, idOf(5))
    const [{ recent, featured }] = await Promise.all([getSuggestedWallets(config), getSuggestedWallets(config)])
    expect(recent.map(({ id }) => id)).toEqual([idOf(5)])
    expect(featured.map(({ id }) => id)).toEqual([idOf(1), idOf(2)])
    await getSuggestedWallets(config)
    expect(server.count(path)).toBe(3)
    expect(server.seen.map(({ query }) => query)).toContainEqual(
      expect.objectContaining({
        page: '1',
        entries: '4',
        exclude: [idOf(3), idOf(1), idOf(2), idOf(5)].join(','),
      }),
    )
  })

  it('asks for the wallets of some chains where those alone are of use, and keeps the two answers apart', async () => {
    const storage = createStorage({ store: memoryStore() })
    const { config, server } = await setUp({ count: 1, data: [entry(1)] }, { storage, featuredWalletIds: [idOf(1)] })
    addRecentListing(config.storage, idOf(2))
    const chains = () => server.seen.splice(0).map(({ query }) => query.chains)
    await getSuggestedWallets(config)
    expect(chains()).toEqual(Array(3).fill('eip155:1,eip155:10'))
    for (const _ of [1, 2]) await getSuggestedWallets(config, { chains: ['eip155:10'] })
    expect(chains()).toEqual(Array(3).fill('eip155:10'))
    await getSuggestedWallets(config)
    expect(chains()).toEqual([])
  })

  it('keeps the 2 wallets that were used last, whatever somebody else wrote there', () => {
    const storage = createStorage({ store: memoryStore() })
    const config = createConfig({ chains: [one], storage })
    for (const index of [1, 2, 3, 2]) addRecentListing(config.storage, idOf(index))
    expect(storage.get('recentListings', Array.isArray)).toEqual([idOf(3), idOf(2)])
    storage.set('recentListings', ['../x'])
    addRecentListing(storage, idOf(4))
    expect(storage.get('recentListings', Array.isArray)).toEqual([idOf(4)])
  })

  it('is silent about a directory that does not answer, and asks again', async () => {
    const { config, server } = await setUp(500)
    expect(await getSuggestedWallets(config)).toEqual({ recent: [], featured: [], recommended: [], count: undefined })
    await getSuggestedWallets(config)
    expect(server.count(path)).toBe(2)
  })
})
