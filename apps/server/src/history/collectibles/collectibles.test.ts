import { accounts, artifacts, type EvmChains, type LocalChain, startEvmChains, stickersAddress } from '@latchkey/devnet'
import { collectibles as collectiblesSchema } from '@latchkey/protocol/accountApi'
import {
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  parseAbi,
  publicActions,
  walletActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toChainInput } from '../../../test/localChains.js'
import { type App, createApp } from '../../app.js'
import { readEnv } from '../../env.js'
import { createMemoryCache } from '../../platform/cache/createMemoryCache.js'
import { readChains } from '../../platform/chains/readChains.js'
import type { Db } from '../../platform/db/db.js'
import { openPglite } from '../../platform/db/openPglite.js'
import { createLog } from '../../platform/log/log.js'
import { createMetrics } from '../../platform/metrics/metrics.js'
import { createNodes, type Nodes } from '../../platform/upstream/nodes.js'

let evm: EvmChains
let chain: LocalChain
let db: Db
let nodes: Nodes
let app: App
const chainsOf = () => readChains([toChainInput(chain, { history: true }), toChainInput(evm.chains[1])])

beforeAll(async () => {
  evm = await startEvmChains()
  chain = evm.chains[0]
  db = await openPglite(undefined)
  nodes = createNodes({ chains: chainsOf() })
  app = await createApp({
    env: readEnv({}),
    chains: chainsOf(),
    nodes,
    db,
    cache: createMemoryCache(),
    log: createLog('silent'),
    metrics: createMetrics(),
    clock: () => new Date(),
    fetch,
  })
}, 120_000)
afterAll(async () => {
  await app?.close()
  nodes?.close()
  await db?.close()
  await evm?.stop()
})

const multiple = parseAbi([
  'function safeTransferFrom(address, address, uint256, uint256, bytes)',
  'function safeBatchTransferFrom(address, address, uint256[], uint256[], bytes)',
])
const newAddress = (): Hex => `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(20))).toString('hex')}`
const node = () =>
  createTestClient({ mode: 'anvil', transport: http(chain.url) })
    .extend(publicActions)
    .extend(walletActions)
const keyOf = (index: number) => {
  const key = accounts[index]?.privateKey
  if (key === undefined) throw new Error('No such account.')
  return privateKeyToAccount(key)
}

async function send(from: number, to: Hex, data: Hex): Promise<void> {
  const wallet = createWalletClient({ account: keyOf(from), transport: http(chain.url) })
  const hash = await wallet.sendTransaction({ chain: null, gas: 15_000_000n, to, data })
  const { status } = await node().waitForTransactionReceipt({ hash, pollingInterval: 20 })
  expect(status).toBe('success')
}
const key = (functionName: string, args: readonly unknown[]) =>
  encodeFunctionData({ abi: artifacts.Collectible.abi, functionName, args })
const mintSticker = (to: Hex, id: bigint, amount: bigint, described = '') =>
  encodeFunctionData({ abi: artifacts.Stickers.abi, functionName: 'mint', args: [to, id, amount, described] })
const described = (fields: object) => `data:application/json,${encodeURIComponent(JSON.stringify(fields))}`

async function get(address: string, query: Record<string, string> = {}) {
  const search = new URLSearchParams({ chainId: chain.caip2, projectId: 'test', ...query })
  const response = await app.request(`/v1/account/${address}/collectibles?${search}`)
  return { status: response.status, json: await response.json() }
}
async function held(address: string) {
  return collectiblesSchema.parse((await get(address)).json)
}
/** What an account holds, as short texts, once it is so. */
const expectHeld = (address: string) =>
  expect.poll(
    async () => (await held(address)).data.map(({ standard, tokenId, amount }) => `${standard} ${tokenId} ${amount}`),
    { timeout: 20_000, interval: 100 },
  )

describe('what an account holds', () => {
  it('is told of both standards, with name, words, collection and a picture of pixels', async () => {
    const [, second] = accounts
    if (!second) throw new Error('No account.')
    await expectHeld(second.address).toEqual(['erc1155 1 5', 'erc1155 2 2', 'erc1155 3 1', 'erc721 2 1'])
    const { data, next, index } = await held(second.address)
    expect(next).toBeNull()
    expect(index).toMatchObject({ state: 'current' })
    const [star, postcard, lure, key] = data
    expect(star).toMatchObject({
      chainId: chain.caip2,
      contract: getAddress(stickersAddress),
      name: 'Star',
      description: expect.stringContaining('no value'),
      collection: { name: 'Test Stickers', symbol: 'STICKER' },
      isSpam: false,
    })
    expect(key).toMatchObject({ name: 'Test Key #2', collection: { name: 'Test Keys', symbol: 'KEY' }, isSpam: false })
    expect([postcard?.isSpam, lure?.isSpam]).toEqual([false, true])

    const picture = async (url: string | null | undefined) => {
      const response = await app.request(new URL(url ?? '').pathname)
      return [response.status, response.headers.get('content-type'), response.headers.get('content-security-policy')]
    }
    const drawn = "default-src 'none'; sandbox"
    expect(await picture(star?.image)).toEqual([200, 'image/png', drawn])
    expect(await picture(key?.image)).toEqual([200, 'image/gif', drawn])
    // Its host does not answer.
    expect((await picture(postcard?.image))[0]).toBe(204)
  })

  it('follows what is sent, one of several and all of a batch', async () => {
    const [from, to] = [keyOf(4), newAddress()]
    await send(4, chain.nft, key('mint', [from.address]))
    await send(4, stickersAddress, mintSticker(from.address, 70n, 9n))
    await send(4, stickersAddress, mintSticker(from.address, 71n, 4n))
    const tokenId = await node().readContract({
      address: chain.nft,
      abi: parseAbi(['function totalSupply() view returns (uint256)']),
      functionName: 'totalSupply',
    })
    await expectHeld(from.address).toEqual(['erc1155 70 9', 'erc1155 71 4', `erc721 ${tokenId} 1`])

    await send(4, chain.nft, key('safeTransferFrom', [from.address, to, tokenId]))
    const one = [from.address, to, 70n, 2n, '0x'] as const
    await send(4, stickersAddress, encodeFunctionData({ abi: multiple, functionName: 'safeTransferFrom', args: one }))
    const all = [from.address, to, [70n, 71n], [3n, 4n], '0x'] as const
    await send(
      4,
      stickersAddress,
      encodeFunctionData({ abi: multiple, functionName: 'safeBatchTransferFrom', args: all }),
    )
    await expectHeld(from.address).toEqual(['erc1155 70 4'])
    await expectHeld(to).toEqual(['erc1155 70 5', 'erc1155 71 4', `erc721 ${tokenId} 1`])
  })

  it('error: forgets what a reorganisation took back', async () => {
    const holder = newAddress()
    await send(5, stickersAddress, mintSticker(holder, 80n, 1n))
    await expectHeld(holder).toEqual(['erc1155 80 1'])
    const before = await node().snapshot()
    await send(5, stickersAddress, mintSticker(holder, 81n, 7n))
    await expectHeld(holder).toEqual(['erc1155 80 1', 'erc1155 81 7'])
    await node().revert({ id: before })
    await node().mine({ blocks: 3, interval: 1 })
    await send(5, stickersAddress, mintSticker(holder, 82n, 2n))
    await expectHeld(holder).toEqual(['erc1155 80 1', 'erc1155 82 2'])
    const kept = await db.query.execute(
      `select token_id::text as id from history.collectibles where address = '${holder}' order by token_id`,
    )
    expect((kept as unknown as { rows: { id: string }[] }).rows.map(({ id }) => id)).toEqual(['80', '82'])
  })

  it('comes in pages, each where the last one ended', async () => {
    const holder = newAddress()
    const ids = Array.from({ length: 50 }, (_, at) => BigInt(1_000 + at))
    const abi = parseAbi([
      'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
      'function aggregate3Value(Call[] calls) payable',
    ])
    const calls = ids.map((id) => ({
      target: stickersAddress,
      allowFailure: false,
      value: 0n,
      callData: mintSticker(holder, id, 1n),
    }))
    await send(6, chain.multicall3, encodeFunctionData({ abi, functionName: 'aggregate3Value', args: [calls] }))
    await expect.poll(async () => (await held(holder)).data.length, { timeout: 20_000 }).toBe(24)
    const found: string[] = []
    let cursor = ''
    const sizes: number[] = []
    do {
      const { data, next } = collectiblesSchema.parse((await get(holder, { cursor })).json)
      sizes.push(data.length)
      found.push(...data.map(({ tokenId }) => tokenId))
      cursor = next ?? ''
    } while (cursor !== '')
    expect(sizes).toEqual([24, 24, 2])
    expect(found).toEqual(ids.map(String))
  })

  it('error: is not what a contract only logs', async () => {
    const victim = newAddress()
    const liar = newAddress()
    // Logs Transfer(0, victim, 5) when called, and answers `ownerOf` with nothing.
    const bytecode: Hex = `0x600573${victim.slice(2)}60007fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60006000a400`
    await node().setCode({ address: liar, bytecode })
    await send(7, liar, '0x')
    await send(7, stickersAddress, mintSticker(victim, 90n, 1n))
    await expectHeld(victim).toEqual(['erc1155 90 1'])
    const kept = await db.query.execute(`select 1 from history.collectibles where contract = '${liar}'`)
    expect((kept as unknown as { rows: unknown[] }).rows).toHaveLength(1)
  })

  it('keeps what its author wrote to one line without tricks, and an address that is no page out', async () => {
    const holder = newAddress()
    const name = 'A\u202eB\n<b>C</b>'
    const fields = {
      name,
      description: 'One\n\n\n\nTwo\u200b',
      external_url: 'javascript:alert(1)',
      image: 'http://a/b.png',
    }
    await send(8, stickersAddress, mintSticker(holder, 95n, 1n, described(fields)))
    await expectHeld(holder).toEqual(['erc1155 95 1'])
    const [one] = (await held(holder)).data
    expect(one).toMatchObject({ name: 'AB <b>C</b>', description: 'One\n\nTwo', link: null, image: null })
  })
})

describe('what is told besides', () => {
  it('says that the server reads no blocks of a chain', async () => {
    const { status, json } = await get(newAddress(), { chainId: evm.chains[1].caip2 })
    expect([status, json]).toEqual([200, { data: [], next: null, index: { state: 'none' } }])
  })

  it('says that the blocks are not all read yet', async () => {
    await node().mine({ blocks: 900, interval: 1 })
    const { index } = await held(newAddress())
    expect(index.state).toBe('behind')
    expect(index.head).toBeGreaterThan(index.read ?? Number.POSITIVE_INFINITY)
    await expect.poll(async () => (await held(newAddress())).index.state, { timeout: 60_000 }).toBe('current')
  }, 90_000)

  it.each([
    ['0x12', {}, 'address'],
    [`0x${'1'.repeat(40)}`, { chainId: 'eip155:99' }, 'chainId'],
    [`0x${'1'.repeat(40)}`, { cursor: 'AAAA' }, 'cursor'],
  ])('refuses %s with %j', async (address, query, field) => {
    const { status, json } = await get(address, query as Record<string, string>)
    expect([status, json.reasons[0].field]).toEqual([400, field])
  })

  it.each([
    [`0x${'1'.repeat(40)}/-1`, 400],
    [`0x${'1'.repeat(40)}/${2n ** 256n}`, 400],
    ['nobody/1', 400],
    [`0x${'1'.repeat(40)}/1`, 204],
  ])('has no picture of %s', async (path, status) => {
    expect((await app.request(`/v1/collectibles/${chain.caip2}/${path}/picture`)).status).toBe(status)
  })
})
