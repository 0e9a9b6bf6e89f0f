import { accounts, artifacts, type EvmChains, type LocalChain, startEvmChains } from '@latchkey/devnet'
import { history as historySchema } from '@latchkey/protocol/accountApi'
import {
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  parseEther,
  publicActions,
  walletActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toChainInput } from '../../test/localChains.js'
import { type App, createApp } from '../app.js'
import { readEnv } from '../env.js'
import { createMemoryCache } from '../platform/cache/createMemoryCache.js'
import { readChains } from '../platform/chains/readChains.js'
import type { Db } from '../platform/db/db.js'
import { openPglite } from '../platform/db/openPglite.js'
import { createLog } from '../platform/log/log.js'
import { createMetrics } from '../platform/metrics/metrics.js'
import { createNodes, type Nodes } from '../platform/upstream/nodes.js'
import { createHistoryTables } from './createHistoryTables.js'
import { createScanner } from './createScanner.js'
import type { Entry } from './entry.js'
import { toWire } from './toWire.js'

let evm: EvmChains
let chain: LocalChain
let db: Db
let nodes: Nodes
let app: App
const log = createLog('silent')

function openApp(): Promise<App> {
  return createApp({
    env: readEnv({}),
    chains: chainsOf(),
    nodes,
    db,
    cache: createMemoryCache(),
    log,
    metrics: createMetrics(),
    clock: () => new Date(),
    fetch,
  })
}
const chainsOf = () => readChains([toChainInput(chain, { history: true }), toChainInput(evm.chains[1])])

beforeAll(async () => {
  evm = await startEvmChains()
  chain = evm.chains[0]
  db = await openPglite(undefined)
  nodes = createNodes({ chains: chainsOf() })
  app = await openApp()
}, 120_000)
afterAll(async () => {
  await app?.close()
  nodes?.close()
  await db?.close()
  await evm?.stop()
})

const clients = () =>
  createTestClient({ mode: 'anvil', transport: http(chain.url) })
    .extend(publicActions)
    .extend(walletActions)
const keyOf = (index: number) => {
  const key = accounts[index]?.privateKey
  if (key === undefined) throw new Error('No such account.')
  return privateKeyToAccount(key)
}

/** Sends and waits until a block holds it, whatever comes of it. */
async function send(from: number, transaction: { to?: Hex; data?: Hex; value?: bigint }): Promise<Hex> {
  const wallet = createWalletClient({ account: keyOf(from), transport: http(chain.url) })
  const hash = await wallet.sendTransaction({ chain: null, gas: 5_000_000n, ...transaction })
  await clients().waitForTransactionReceipt({ hash, pollingInterval: 20 })
  return hash
}
async function call(
  from: number,
  to: Hex,
  name: 'Token' | 'Collectible',
  functionName: string,
  args: readonly unknown[],
) {
  return send(from, { to, data: encodeFunctionData({ abi: artifacts[name].abi, functionName, args }) })
}

async function get(address: string, query: Record<string, string> = {}) {
  const search = new URLSearchParams({ chainId: chain.caip2, projectId: 'test', ...query })
  const response = await app.request(`/v1/account/${address}/history?${search}`)
  return { status: response.status, headers: response.headers, json: await response.json() }
}

/** The history once it holds a transaction. */
async function withHash(address: string, hash: string) {
  return expect
    .poll(async () => historySchema.parse((await get(address)).json).data.find((one) => one.metadata.hash === hash), {
      timeout: 20_000,
    })
    .toBeDefined()
    .then(async () => {
      const { data } = historySchema.parse((await get(address)).json)
      const found = data.find((one) => one.metadata.hash === hash)
      if (!found) throw new Error('It is gone again.')
      return found
    })
}
const newAddress = (): Hex => `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(20))).toString('hex')}`

describe('what is told', () => {
  it('[S3-86][S3-87][S3-88][S3-89][S3-90][S3-91][S3-92][S3-93][S3-94][S7-07][S7-10] a payment of ether, to both ends, with every field', async () => {
    const receiver = newAddress()
    const sender = keyOf(1).address
    const nonce = await clients().getTransactionCount({ address: sender })
    const hash = await send(1, { to: receiver, value: parseEther('1.25') })
    const { timestamp } = await clients().getBlock()
    const metadata = {
      hash,
      minedAt: new Date(Number(timestamp) * 1000).toISOString(),
      chain: 'eip155:31337',
      status: 'confirmed',
      sentFrom: sender,
      sentTo: getAddress(receiver),
      nonce,
    }
    const icon = { url: 'http://localhost/public/getTokenImage/ETH' }
    const info = { name: 'Ether', symbol: 'ETH', icon, address: null }
    const told = (operationType: string, direction: string) => ({
      id: `eip155:31337:${hash}`,
      metadata: { ...metadata, operationType },
      transfers: [{ fungible_info: info, direction, quantity: { numeric: '1.25' } }],
    })
    expect(await withHash(receiver, hash)).toEqual(told('receive', 'in'))
    expect(await withHash(sender, hash)).toEqual(told('send', 'out'))
    const { status, headers } = await get(receiver)
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    const preflight = await app.request(`/v1/account/${receiver}/history`, { method: 'OPTIONS' })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  })

  it('[S3-93][S3-94][S3-95] an ERC-20 payment, and a collectible that is minted and sent, each by its own name', async () => {
    const usdc = chain.tokens.find(({ symbol }) => symbol === 'USDC')
    if (!usdc) throw new Error('No USDC.')
    const receiver = newAddress()
    await call(2, usdc.address, 'Token', 'mint', [keyOf(2).address, 5_000_000n])
    const paid = await call(2, usdc.address, 'Token', 'transfer', [receiver, 1_500_000n])
    const payment = await withHash(receiver, paid)
    expect(payment.metadata).toMatchObject({
      operationType: 'receive',
      sentFrom: keyOf(2).address,
      sentTo: getAddress(receiver),
    })
    expect(payment.transfers).toEqual([
      {
        fungible_info: {
          name: usdc.name,
          symbol: 'USDC',
          icon: { url: expect.stringContaining('/USDC') },
          address: `eip155:31337:${getAddress(usdc.address)}`,
        },
        direction: 'in',
        quantity: { numeric: '1.5' },
      },
    ])

    const minted = await call(2, chain.nft, 'Collectible', 'mint', [keyOf(2).address])
    const mint = await withHash(keyOf(2).address, minted)
    expect(mint.metadata.operationType).toBe('mint')
    const name = mint.transfers[0]?.nft_info?.name ?? ''
    expect(name).toMatch(/^Test Keys #\d+$/)
    const tokenId = BigInt(name.split('#')[1] ?? '')
    const sent = await call(2, chain.nft, 'Collectible', 'transferFrom', [keyOf(2).address, receiver, tokenId])
    expect((await withHash(receiver, sent)).transfers).toEqual([
      { nft_info: { name, flags: { is_spam: false } }, direction: 'in', quantity: { numeric: '1' } },
    ])
    expect((await withHash(keyOf(2).address, sent)).metadata.operationType).toBe('send')
  })

  it('[S3-90] a transaction that failed, to its sender alone', async () => {
    const receiver = newAddress()
    const hash = await call(3, chain.nft, 'Collectible', 'transferFrom', [keyOf(3).address, receiver, 999_999n])
    const failed = await withHash(keyOf(3).address, hash)
    expect(failed.metadata).toMatchObject({ status: 'failed', operationType: 'execute' })
    expect(failed.transfers).toEqual([])
    expect(historySchema.parse((await get(receiver)).json).data).toEqual([])
  })

  it('[S7-08] pages of fifty, each transaction once, with what comes in between left alone', async () => {
    const sender = keyOf(4)
    const receiver = newAddress()
    const wallet = createWalletClient({ account: sender, transport: http(chain.url) })
    let nonce = await clients().getTransactionCount({ address: sender.address })
    const hashes: string[] = []
    for (let count = 0; count < 120; count++)
      hashes.push(await wallet.sendTransaction({ chain: null, to: receiver, value: 1n, gas: 21_000n, nonce: nonce++ }))
    await withHash(receiver, hashes.at(-1) ?? '')
    const first = historySchema.parse((await get(receiver)).json)
    expect(first.data).toHaveLength(50)
    const late = await send(4, { to: receiver, value: 2n })
    await withHash(receiver, late)
    const second = historySchema.parse((await get(receiver, { cursor: first.next ?? '' })).json)
    const third = historySchema.parse((await get(receiver, { cursor: second.next ?? '' })).json)
    expect(third.next).toBeNull()
    expect([first, second, third].flatMap(({ data }) => data.map(({ metadata }) => metadata.hash))).toEqual(
      hashes.reverse(),
    )
  }, 60_000)

  it('[S7-09] nothing of purchases, of chains that are not read, and of an account that did nothing', async () => {
    const address = keyOf(1).address
    expect((await get(address, { onramp: 'coinbase' })).json).toEqual({ data: [], next: null })
    expect((await get(address, { chainId: 'eip155:31338' })).json).toEqual({ data: [], next: null })
    expect((await get(newAddress())).json).toEqual({ data: [], next: null })
  })

  it('[S7-10] all chains that are read, where none is named', async () => {
    const receiver = newAddress()
    const told = await withHash(receiver, await send(1, { to: receiver, value: 1n }))
    const response = await app.request(`/v1/account/${receiver}/history`)
    expect(historySchema.parse(await response.json())).toEqual({ data: [told], next: null })
  })

  it.each([
    ['0x123', {}, 'address'],
    [`0x${'1'.repeat(40)}`, { cursor: 'nonsense' }, 'cursor'],
    [`0x${'1'.repeat(40)}`, { cursor: 'MTsgZHJvcCB0YWJsZQ' }, 'cursor'],
    [`0x${'1'.repeat(40)}`, { onramp: 'meld' }, 'onramp'],
    [`0x${'1'.repeat(40)}`, { chainId: '' }, 'chainId'],
    [`0x${'1'.repeat(40)}`, { chainId: 'eip155:999' }, 'chainId'],
  ])('[S7-08][S7-09][S7-10] refuses %s with %j', async (address, query, field) => {
    const { status, json } = await get(address, query)
    expect([status, json.reasons[0].field]).toEqual([400, field])
  })
})

describe('what others make up', () => {
  const victim = `0x${'a1'.repeat(20)}`
  const stranger = `0x${'b0'.repeat(20)}`
  const lookalike = `0x${'a2'.repeat(20)}`
  const contract = `0x${'c0'.repeat(20)}`
  const entry: Entry = {
    address: victim,
    block: 1,
    position: 0,
    hash: `0x${'1'.repeat(64)}`,
    minedAt: 1,
    sender: stranger,
    receiver: contract,
    nonce: 0,
    isOk: true,
    operation: 'send',
    movements: [{ kind: 'erc20', contract, from: victim, to: lookalike, amount: '5' }],
  }
  const told = (more: Partial<Entry>, name = 'USD Coin') => {
    const [first] = chainsOf()
    if (!first) throw new Error('No chain.')
    const tokens = new Map([[contract, { address: contract, name, symbol: 'USDC', decimals: 0 }]])
    return toWire({ ...entry, ...more }, { chain: first, tokens, publicUrl: 'http://x' })
  }

  it('is not told: that an account sent a token that nobody knows, in a transaction of somebody else', () => {
    expect(told({})).toBeUndefined()
    expect(told({ sender: victim })?.metadata.sentTo.toLowerCase()).toBe(lookalike)
    const contractOfUsdc = chain.tokens[0]?.address.toLowerCase() ?? ''
    const listed = [{ kind: 'erc20' as const, contract: contractOfUsdc, from: victim, to: lookalike, amount: '5' }]
    expect(told({ movements: listed })?.transfers).toHaveLength(1)
  })

  it('is marked: a collectible that came unasked and leads somewhere', () => {
    const gift = { kind: 'erc721' as const, contract, tokenId: '1', from: stranger, to: victim, amount: '1' }
    const flag = (more: Partial<Entry>, name: string) => told(more, name)?.transfers[0]?.nft_info?.flags.is_spam
    expect(flag({ movements: [gift] }, 'Visit gift-drop.xyz')).toBe(true)
    expect(flag({ movements: [gift] }, 'Test Keys')).toBe(false)
    expect(flag({ movements: [gift], sender: victim }, 'Visit gift-drop.xyz')).toBe(false)
  })
})

describe('a token that says it has decimals without end', () => {
  /** Logs a transfer of one to `receiver` when it is called without data, and answers every question with `decimals`. */
  const code = (receiver: string, decimals: string): Hex =>
    `0x36604657600160005273${receiver.slice(2)}337fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60206000a3005b63${decimals}60005260206000f3`

  it.each(['ffffffff', '7fffffff', '05f5e100'])(
    '0x%s: is told without any, and hides nothing else',
    async (decimals) => {
      const [receiver, token] = [newAddress(), newAddress()]
      await clients().setCode({ address: token, bytecode: code(receiver, decimals) })
      const before = await send(1, { to: receiver, value: 1n })
      const made = await send(1, { to: token })
      expect((await withHash(receiver, made)).transfers[0]?.quantity.numeric).toBe('1')
      expect((await withHash(receiver, before)).transfers).toHaveLength(1)
    },
  )
})

describe('how it is read', () => {
  it('goes on where it stopped when the server starts again, and misses nothing', async () => {
    const receiver = newAddress()
    const before = await send(5, { to: receiver, value: 1n })
    await withHash(receiver, before)
    await app.close()
    const meanwhile = await send(5, { to: receiver, value: 2n })
    app = await openApp()
    await withHash(receiver, meanwhile)
    const { data } = historySchema.parse((await get(receiver)).json)
    expect(data.map(({ metadata }) => metadata.hash)).toEqual([meanwhile, before])
  })

  it('forgets what a reorganisation undid, and keeps the rest', async () => {
    const receiver = newAddress()
    const kept = await send(6, { to: receiver, value: 1n })
    const snapshot = await clients().snapshot()
    const undone = await send(6, { to: receiver, value: 2n })
    await withHash(receiver, undone)
    await clients().revert({ id: snapshot })
    await send(6, { to: receiver, value: 3n })
    const last = await send(6, { to: receiver, value: 4n })
    await withHash(receiver, last)
    const { data } = historySchema.parse((await get(receiver)).json)
    expect(data.map(({ transfers }) => transfers[0]?.quantity.numeric.at(-1))).toEqual(['4', '3', '1'])
    expect(data.map(({ metadata }) => metadata.hash)).toContain(kept)
    expect(data.map(({ metadata }) => metadata.hash)).not.toContain(undone)
  })

  it('two servers over one database keep each transaction once', async () => {
    const receiver = newAddress()
    await app.close()
    const hashes = [await send(7, { to: receiver, value: 1n }), await send(7, { to: receiver, value: 2n })]
    const tables = createHistoryTables(db)
    const [first] = chainsOf()
    if (!first) throw new Error('No chain.')
    const scanners = [1, 2, 3].map(() => createScanner({ chain: first, nodes, tables, log, pause: 0 }))
    await Promise.all(scanners.map((scanner) => scanner.round()))
    while (await scanners[0]?.round());
    const page = await tables.page(first.caip2, receiver, undefined, 10)
    expect(page.map(({ hash }) => hash)).toEqual(hashes.reverse())
    app = await openApp()
  })
})

it('tells after each look how many blocks it has still to read', async () => {
  const behind = readChains([toChainInput(chain, { history: true })])[0]
  if (behind === undefined) throw new Error('No such chain.')
  await clients().mine({ blocks: 25 })
  const head = Number(await clients().getBlockNumber())
  const lags: number[] = []
  const [empty, log] = [await openPglite(undefined), createLog('silent')]
  const onLag = (blocks: number) => void lags.push(blocks)
  const scanner = createScanner({ chain: behind, nodes, tables: createHistoryTables(empty), log, pause: 1, onLag })
  try {
    await scanner.round()
    expect(lags).toEqual([head + 1, head - 9])
    while (await scanner.round());
    expect(lags.at(-1)).toBe(0)
  } finally {
    await empty.close()
  }
})
