import { type SolanaChain, solanaAccounts, startSolanaChain } from '@latchkey/devnet'
import { type Collectible, collectibles as schema } from '@latchkey/protocol/accountApi'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type NodeFront, startNodeFront } from '../../../test/startNodeFront.js'
import { type App, createApp } from '../../app.js'
import { readEnv } from '../../env.js'
import { createMemoryCache } from '../../platform/cache/createMemoryCache.js'
import { readChains } from '../../platform/chains/readChains.js'
import type { Db } from '../../platform/db/db.js'
import { openPglite } from '../../platform/db/openPglite.js'
import { createLog } from '../../platform/log/log.js'
import { createMetrics } from '../../platform/metrics/metrics.js'
import { createNodes, type Nodes } from '../../platform/upstream/nodes.js'

const gif = 'R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs='
const described = (fields: object) => `data:application/json,${JSON.stringify(fields)}`
const picture = `data:image/gif;base64,${gif}`

let solana: SolanaChain
let db: Db
let nodes: NodeFront[] = []
let upstream: Nodes
let app: App

beforeAll(async () => {
  ;[solana, db] = await Promise.all([startSolanaChain(), openPglite(undefined)])
}, 60_000)
afterAll(async () => {
  await db?.close()
  await solana?.stop()
})
afterEach(close)

async function close(): Promise<void> {
  await app?.close()
  upstream?.close()
  await Promise.all(nodes.splice(0).map((node) => node.stop()))
}

async function open(count: number, listed: readonly string[] = [], timeout = 10_000): Promise<void> {
  nodes = await Promise.all(Array.from({ length: count }, () => startNodeFront(solana.url)))
  const { chainId, name, nativeCurrency } = solana
  const tokens = listed.map((address) => ({ address, name: 'Listed', symbol: 'L', decimals: 0 }))
  const rpc = nodes.map(({ url }) => url)
  const chains = readChains([{ caip2: chainId, name, rpc, nativeCurrency: { ...nativeCurrency }, tokens }])
  upstream = createNodes({ chains, background: false, timeout })
  app = await createApp({
    env: readEnv({}),
    chains,
    nodes: upstream,
    db,
    cache: createMemoryCache(),
    log: createLog('silent'),
    metrics: createMetrics(),
    clock: () => new Date(),
    fetch,
  })
}
async function ask(address: string, cursor?: string) {
  const search = new URLSearchParams({ chainId: solana.chainId, projectId: 'test', ...(cursor ? { cursor } : {}) })
  const response = await app.request(`/v1/account/${address}/collectibles?${search}`)
  return { status: response.status, json: (await response.json()) as { reasons?: { field: string }[] } }
}
async function held(address: string, cursor?: string) {
  const { status, json } = await ask(address, cursor)
  expect(status).toBe(200)
  return schema.parse(json)
}
const asked = (method: string) => nodes.map(({ calls }) => calls.filter((one) => one === method).length)
const byName = (data: readonly Collectible[]) =>
  data.toSorted((one, other) => ((one.name ?? '') < (other.name ?? '') ? -1 : 1))
/** Accounts without anything: a key of each that nobody has to know. */
async function stranger(): Promise<string> {
  const { generateKeyPairSigner } = await import('@solana/kit')
  return (await generateKeyPairSigner()).address
}

describe('by the accounts of tokens, as every node tells them', () => {
  beforeEach(() => open(1))

  it('a Metaplex collectible with name, words, collection and picture', async () => {
    const owner = await stranger()
    const collection = await solana.mintCollectible({ to: await stranger(), name: 'Test Keys', symbol: 'KEY' })
    const uri = described({ name: 'Key of May', description: 'Opens nothing.', image: picture })
    const mint = await solana.mintCollectible({ to: owner, name: 'Key #1', uri, collection })
    const bare = await solana.mintCollectible({ to: owner, name: 'Key\u202e #2', isProgrammable: true })
    const { data, next, index } = await held(owner)
    expect([next, index]).toEqual([null, { state: 'current' }])
    const [second, first] = byName(data)
    expect(first).toEqual({
      chainId: solana.chainId,
      contract: mint,
      tokenId: '0',
      standard: 'metaplex',
      amount: '1',
      name: 'Key of May',
      description: 'Opens nothing.',
      collection: { name: 'Test Keys', symbol: 'KEY' },
      image: `http://localhost/v1/collectibles/${solana.chainId}/${mint}/0/picture?projectId=test`,
      link: null,
      isSpam: false,
    })
    expect(second).toMatchObject({ contract: bare, name: 'Key #2', image: null, isLocked: true })
    const shown = await app.request(first?.image ?? '')
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/gif'])
    expect(Buffer.from(await shown.arrayBuffer()).toString('base64')).toBe(gif)
    const none = await app.request(
      `http://localhost/v1/collectibles/${solana.chainId}/${owner}/0/picture?projectId=test`,
    )
    expect(none.status).toBe(204)
  })

  it('no token of which there are many, and nothing for an account that holds none', async () => {
    const owner = solanaAccounts[7]?.address ?? ''
    await solana.fund(owner)
    expect((await held(owner)).data).toEqual([])
    expect(await held(await stranger())).toEqual({ data: [], next: null, index: { state: 'current' } })
  })

  it('one that its mint of Token-2022 names, and no token of which there are more', async () => {
    const owner = await stranger()
    const uri = described({ name: 'Key of June', image: picture })
    const mint = await solana.mintNamedToken({ to: owner, name: 'Key', uri, amount: 1n })
    await solana.mintNamedToken({ to: owner, name: 'Points', amount: 2n })
    const { data } = await held(owner)
    expect(data).toMatchObject([{ contract: mint, name: 'Key of June', standard: 'metaplex', amount: '1' }])
    expect((await app.request(data[0]?.image ?? '')).status).toBe(200)
  })

  it('page after page, each once', async () => {
    const owner = await stranger()
    const mints: string[] = []
    for (let count = 0; count < 30; count++)
      mints.push(await solana.mintCollectible({ to: owner, name: `Key #${count}` }))
    const first = await held(owner)
    expect(first.data).toHaveLength(24)
    const second = await held(owner, first.next ?? '')
    expect(second.next).toBeNull()
    expect([...first.data, ...second.data].map(({ contract }) => contract)).toEqual(mints.sort())
  })

  it('marked as spam by what they say, unless the account made them or the operator lists their collection', async () => {
    const [owner, collection] = [await stranger(), await solana.mintCollectible({ to: await stranger(), name: 'Keys' })]
    const lure = { to: owner, name: 'Claim at gift.example' }
    const bad = await solana.mintCollectible(lure)
    const own = await solana.mintCollectible({ ...lure, creators: [owner] })
    const cleared = await solana.mintCollectible({ ...lure, collection })
    const hidden = await solana.mintCollectible({
      to: owner,
      name: 'Key',
      uri: described({ description: 'Visit x.xyz' }),
    })
    await close()
    await open(1, [collection])
    const spam = new Map((await held(owner)).data.map(({ contract, isSpam }) => [contract, isSpam]))
    expect([bad, own, cleared, hidden].map((mint) => spam.get(mint))).toEqual([true, false, false, true])
  })

  it.each([
    ['address', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', undefined],
    ['cursor', undefined, 'x'],
    ['cursor', undefined, Buffer.from('solana:other.mint.x').toString('base64url')],
    ['cursor', undefined, Buffer.from('').toString('base64url').padEnd(400, 'A')],
  ])('refuses a bad %s', async (field, address, cursor) => {
    const { status, json } = await ask(address ?? solanaAccounts[1]?.address ?? '', cursor)
    expect([status, json.reasons?.[0]?.field]).toEqual([400, field])
  })
})

describe('by a node that lists assets', () => {
  const asset = (id: string, owner: string, more: object = {}) => ({
    interface: 'V1_NFT',
    id,
    content: {
      $schema: 'https://schema.metaplex.com/nft1.0.json',
      json_uri: described({ name: `Asset ${id.slice(0, 4)}`, image: picture }),
      files: [],
      metadata: { name: 'Asset', symbol: 'A' },
      links: { image: 'https://host.example/a.png' },
    },
    authorities: [],
    compression: { eligible: false, compressed: false },
    grouping: [],
    royalty: { royalty_model: 'creators', percent: 0 },
    creators: [],
    ownership: { frozen: false, delegated: false, ownership_model: 'single', owner },
    supply: null,
    mutable: true,
    burnt: false,
    ...more,
  })
  const refused = { code: -32601, message: 'Method not found' }
  let owner: string
  /** What the node lists, and how many assets a page of it had. */
  let assets: object[]
  const list = (params: unknown) => {
    const { page, limit, ownerAddress } = params as { page: number; limit: number; ownerAddress: string }
    expect(ownerAddress).toBe(owner)
    const items = assets.slice((page - 1) * limit, page * limit)
    return { result: { total: items.length, limit, page, items } }
  }
  beforeEach(async () => {
    await open(2)
    owner = await stranger()
    assets = []
    nodes[0]?.faults.set('getAssetsByOwner', refused)
    nodes[1]?.faults.set('getAssetsByOwner', list)
    nodes[1]?.faults.set('getAsset', (params) => {
      const { id } = params as { id: string }
      const found = assets.find((one) => (one as { id: string }).id === id)
      return found ? { result: found } : { code: -32000, message: 'Asset Not Found' }
    })
  })

  it('tells those without an account of their own too, and says which cannot be sent', async () => {
    const [plain, compressed, core, programmable, frozen] = await Promise.all([1, 2, 3, 4, 5].map(stranger))
    const collection = [
      { group_key: 'collection', group_value: await stranger(), collection_metadata: { name: 'Far', symbol: 'F' } },
    ]
    assets = [
      asset(plain ?? '', owner, { grouping: collection }),
      asset(compressed ?? '', owner, { compression: { compressed: true } }),
      asset(core ?? '', owner, { interface: 'MplCoreAsset' }),
      asset(programmable ?? '', owner, { interface: 'ProgrammableNFT' }),
      asset(frozen ?? '', owner, { ownership: { frozen: true, owner } }),
    ]
    const { data, next, index } = await held(owner)
    expect(data.map(({ contract, isLocked }) => [contract, isLocked ?? false])).toEqual([
      [plain, false],
      [compressed, true],
      [core, true],
      [programmable, true],
      [frozen, true],
    ])
    expect(data[0]).toMatchObject({ name: `Asset ${plain?.slice(0, 4)}`, collection: { name: 'Far', symbol: 'F' } })
    expect([next, index]).toEqual([null, { state: 'current' }])
    const shown = await app.request(data[1]?.image ?? '')
    expect(shown.status).toBe(200)
    // Who refuses is asked once.
    await held(owner)
    expect(asked('getAssetsByOwner')).toEqual([1, 2])
  })

  it('page after page', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, stranger))
    assets = ids.map((id) => asset(id, owner))
    const first = await held(owner)
    const second = await held(owner, first.next ?? '')
    expect([...first.data, ...second.data].map(({ contract }) => contract)).toEqual(ids)
    expect(second.next).toBeNull()
  })

  it('lies are left out: of others, burnt, of many, without an address, with names that turn', async () => {
    const [good, other, burnt, many] = await Promise.all([1, 2, 3, 4].map(stranger))
    assets = [
      asset(other ?? '', await stranger()),
      asset(burnt ?? '', owner, { burnt: true }),
      asset(many ?? '', owner, { interface: 'FungibleToken' }),
      asset('../../admin', owner),
      asset('', owner),
      { id: other },
      asset(good ?? '', owner, {
        content: { json_uri: 'http://10.0.0.1/', metadata: { name: 'a\u202eb'.repeat(99) } },
      }),
      asset(good ?? '', owner, { content: { json_uri: 7, metadata: null } }),
    ]
    const { data } = await held(owner)
    expect(data.map(({ contract }) => contract)).toEqual([good])
    expect(data[0]).toMatchObject({ name: null, image: null })
  })

  it.each([
    ['the key is wrong', { status: 401 }],
    ['it has enough of us', { status: 429 }],
    ['it is broken', { status: 500 }],
    ['it answers with an error', { code: -32000, message: 'Database error' }],
    ['it answers with something else', { result: { items: 'many' } }],
    ['it answers with nothing', { result: null }],
  ])('error: where %s, the accounts of tokens are told, and that some may be missing', async (_, fault) => {
    assets = [asset(await stranger(), owner)]
    expect((await held(owner)).data).toHaveLength(1)
    const mint = await solana.mintCollectible({ to: owner, name: 'Key' })
    nodes[1]?.faults.set('getAssetsByOwner', fault)
    const { data, index } = await held(owner)
    expect(data.map(({ contract }) => contract)).toEqual([mint])
    expect(index.state).toBe('behind')
  })

  it('error: where it keeps silent, the accounts of tokens are told, and that some may be missing', async () => {
    await close()
    await open(2, [], 1_000)
    nodes[0]?.faults.set('getAssetsByOwner', refused)
    nodes[1]?.faults.set('getAssetsByOwner', list)
    assets = [asset(await stranger(), owner)]
    expect((await held(owner)).data).toHaveLength(1)
    nodes[1]?.faults.set('getAssetsByOwner', 'hang')
    const mint = await solana.mintCollectible({ to: owner, name: 'Key' })
    const { data, index } = await held(owner)
    expect(data.map(({ contract }) => contract)).toEqual([mint])
    expect(index.state).toBe('behind')
  })

  it('error: a page that cannot be had after the first is refused, and not told of other items', async () => {
    assets = await Promise.all(Array.from({ length: 30 }, async () => asset(await stranger(), owner)))
    const { next } = await held(owner)
    nodes[1]?.faults.set('getAssetsByOwner', { status: 500 })
    expect((await ask(owner, next ?? '')).status).toBe(503)
  })

  it('a picture that is asked for of no asset keeps nobody from theirs', async () => {
    assets = [asset(await stranger(), owner)]
    await held(owner)
    const nobody = `http://localhost/v1/collectibles/${solana.chainId}/${await stranger()}/0/picture?projectId=test`
    expect((await app.request(nobody)).status).toBe(204)
    expect((await held(owner)).index.state).toBe('current')
    expect(asked('getAssetsByOwner')).toEqual([1, 2])
  })
})
