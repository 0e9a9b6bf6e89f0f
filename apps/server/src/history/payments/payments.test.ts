import { accounts, type EvmChains, type LocalChain, startEvmChains } from '@latchkey/devnet'
import { sql } from 'drizzle-orm'
import {
  createTestClient,
  createWalletClient,
  getAddress,
  getContractAddress,
  type Hex,
  http,
  publicActions,
  walletActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toChainInput } from '../../../test/localChains.js'
import { type NodeFront, startNodeFront } from '../../../test/startNodeFront.js'
import type { ChainInput } from '../../platform/chains/chain.js'
import { readChains } from '../../platform/chains/readChains.js'
import type { Db } from '../../platform/db/db.js'
import { openPglite } from '../../platform/db/openPglite.js'
import { createLog } from '../../platform/log/log.js'
import { createNodes, type Nodes } from '../../platform/upstream/nodes.js'
import { createHistoryTables } from '../createHistoryTables.js'
import { createScanner, type Scanner } from '../createScanner.js'
import { toWire } from '../toWire.js'

const debug = 'debug_traceBlockByHash'
const parity = 'trace_block'
const traceCalls = () => fronts.flatMap(({ calls }) => calls.filter((method) => method === debug || method === parity))
const refusal = { code: -32601, message: 'the method does not exist/is not available' }

let evm: EvmChains
let chain: LocalChain
let db: Db
let fronts: NodeFront[] = []
let nodes: Nodes | undefined
let scanner: Scanner
let untold = 0
/** How far the clock of the tracer is ahead, in milliseconds. */
let ahead = 0

beforeAll(async () => {
  evm = await startEvmChains()
  chain = evm.chains[0]
  db = await openPglite(undefined)
}, 120_000)
afterAll(async () => {
  await db?.close()
  await evm?.stop()
})
beforeEach(async () => {
  await db.query.execute(sql`delete from history.entries`)
  await db.query.execute(sql`delete from history.progress`)
  await open(1)
})
afterEach(close)

/** Begins to read at the next block, through so many nodes that pass on to one real node. */
async function open(count: number, history: ChainInput['history'] = {}, timeout?: number): Promise<void> {
  await close()
  fronts = await Promise.all(Array.from({ length: count }, () => startNodeFront(chain.url)))
  const from = Number(await client().getBlockNumber()) + 1
  const rpc = fronts.map(({ url }) => url)
  const chains = readChains([toChainInput(chain, { rpc, history: { from, ...(history as object) } })])
  const [only] = chains
  if (!only) throw new Error('No chain.')
  nodes = createNodes({ chains, background: false, ...(timeout === undefined ? {} : { timeout }) })
  ahead = 0
  untold = 0
  const now = () => Date.now() + ahead
  const onUntold = (blocks: number) => {
    untold += blocks
  }
  const tables = createHistoryTables(db)
  scanner = createScanner({ chain: only, nodes, tables, log: createLog('silent'), pause: 0, now, onUntold })
}
async function close(): Promise<void> {
  nodes?.close()
  nodes = undefined
  await Promise.all(fronts.splice(0).map((front) => front.stop()))
}
async function readAll(): Promise<void> {
  while (await scanner.round());
}

const client = () =>
  createTestClient({ mode: 'anvil', transport: http(chain.url) })
    .extend(publicActions)
    .extend(walletActions)
const newAddress = (): Hex => `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(20))).toString('hex')}`
const sender = () => privateKeyToAccount(accounts[3]?.privateKey ?? '0x')

/** Puts a contract of these instructions on the chain, with some of its coin. */
async function place(...code: string[]): Promise<Hex> {
  const address = newAddress()
  await client().setCode({ address, bytecode: `0x${code.join('')}` })
  await client().setBalance({ address, value: 1_000n })
  return address
}
const byte = (value: number) => `60${value.toString(16).padStart(2, '0')}`
const nothing = byte(0).repeat(4)
const pay = (to: Hex, value: number) => `${nothing}${byte(value)}73${to.slice(2)}5af150`
const callCode = (to: Hex, value: number) => `${nothing}${byte(value)}73${to.slice(2)}5af250`
const delegate = (to: Hex) => `${nothing}73${to.slice(2)}5af450`
const look = (to: Hex) => `${nothing}73${to.slice(2)}5afa50`
const create = (value: number) => `${byte(0)}${byte(0)}${byte(value)}f050`
const destroy = (to: Hex) => `73${to.slice(2)}ff`
const revert = '60006000fd'

async function send(to: Hex, value = 0n): Promise<Hex> {
  const wallet = createWalletClient({ account: sender(), transport: http(chain.url) })
  const hash = await wallet.sendTransaction({ chain: null, gas: 5_000_000n, to, value })
  await client().waitForTransactionReceipt({ hash, pollingInterval: 20 })
  return hash
}
/** What came to an account and left it, newest first. */
async function told(address: Hex) {
  const page = await createHistoryTables(db).page(chain.caip2, address.toLowerCase(), undefined, 100)
  return page.flatMap(({ operation, movements }) =>
    movements.map(
      ({ from, to, amount }) => `${operation} ${to === address ? 'in' : from === address ? 'out' : ''} ${amount}`,
    ),
  )
}

describe.each([debug, parity])('what contracts pay, as %s tells it', (method) => {
  beforeEach(() => {
    fronts[0]?.faults.set(method === debug ? parity : debug, refusal)
  })

  it('is told to both receivers and to the contract, beside what the transaction carries', async () => {
    const [one, two] = [newAddress(), newAddress()]
    const splitter = await place(pay(one, 3), pay(two, 4), pay(one, 0))
    const hash = await send(splitter, 9n)
    await readAll()
    expect(await told(one)).toEqual(['receive in 3'])
    expect(await told(two)).toEqual(['receive in 4'])
    expect(await told(splitter)).toEqual(['trade in 9', 'trade out 3', 'trade out 4'])
    expect(await told(sender().address.toLowerCase() as Hex)).toEqual(['send out 9'])
    const [entry] = await createHistoryTables(db).page(chain.caip2, two, undefined, 1)
    expect(entry).toMatchObject({ hash, receiver: splitter, sender: sender().address.toLowerCase(), isOk: true })
  })

  it('is nothing where the call was undone, and goes on where its caller went on', async () => {
    const [lost, deep, kept] = [newAddress(), newAddress(), newAddress()]
    const inner = await place(pay(deep, 1))
    const undone = await place(pay(lost, 5), pay(inner, 6), revert)
    const outer = await place(pay(undone, 7), pay(kept, 2))
    await send(outer)
    await send(undone)
    await readAll()
    expect([await told(lost), await told(deep), await told(inner), await told(undone)]).toEqual([[], [], [], []])
    expect(await told(kept)).toEqual(['receive in 2'])
    expect(await told(outer)).toEqual(['send out 2'])
  })

  it('is counted once where code runs on behalf of its caller', async () => {
    const receiver = newAddress()
    const library = await place(pay(receiver, 5))
    const proxy = await place(delegate(library), callCode(library, 7), look(receiver))
    await send(proxy, 8n)
    await readAll()
    expect(await told(receiver)).toEqual(['receive in 5', 'receive in 5'])
    expect(await told(proxy)).toEqual(['trade in 8', 'trade out 5', 'trade out 5'])
    expect(await told(library)).toEqual([])
  })

  it('is what a contract leaves when it ends, and what it gives to one that it makes', async () => {
    const heir = newAddress()
    const ending = await place(destroy(heir))
    const factory = await place(create(6))
    const nonce = BigInt(await client().getTransactionCount({ address: factory }))
    await send(ending)
    await send(factory)
    await readAll()
    expect(await told(heir)).toEqual(['receive in 1000'])
    expect(await told(ending)).toEqual(['send out 1000'])
    const made = getContractAddress({ from: factory, nonce: nonce || 1n })
    const [out] = await createHistoryTables(db).page(chain.caip2, factory, undefined, 1)
    expect(out?.movements).toEqual([{ kind: 'native', from: factory, to: expect.any(String), amount: '6' }])
    const child = out?.movements[0]?.to as Hex
    expect([made.toLowerCase(), getContractAddress({ from: factory, nonce: 0n }).toLowerCase()]).toContain(child)
    expect(await told(child)).toEqual(['receive in 6'])
  })

  it('goes back with the chain', async () => {
    const receiver = newAddress()
    const [one, two] = [await place(pay(receiver, 1)), await place(pay(receiver, 2))]
    await send(one)
    const snapshot = await client().snapshot()
    await send(two)
    await readAll()
    expect(await told(receiver)).toEqual(['receive in 2', 'receive in 1'])
    await client().revert({ id: snapshot })
    await send(newAddress(), 1n)
    await send(newAddress(), 1n)
    await readAll()
    await readAll()
    expect(await told(receiver)).toEqual(['receive in 1'])
  })
})

it('shows that a contract paid out of an account, in a transaction of somebody else', async () => {
  const receiver = newAddress()
  const account = await place(pay(receiver, 3))
  await send(account)
  await readAll()
  const [entry] = await createHistoryTables(db).page(chain.caip2, account, undefined, 1)
  const [only] = readChains([toChainInput(chain)])
  if (!entry || !only) throw new Error('Nothing is told.')
  const wire = toWire(entry, { chain: only, tokens: new Map(), publicUrl: 'http://x' })
  expect(wire?.metadata).toMatchObject({
    operationType: 'send',
    sentFrom: getAddress(account),
    sentTo: getAddress(receiver),
  })
  expect(wire?.transfers).toMatchObject([{ direction: 'out', quantity: { numeric: '0.000000000000000003' } }])
})

describe('who is asked', () => {
  it('nobody again of nodes that refuse, until a day later, and the rest is told', async () => {
    const [front] = fronts
    front?.faults
      .set(debug, refusal)
      .set(parity, { code: -32600, message: 'trace_block is not supported on your plan' })
    const receiver = newAddress()
    const splitter = await place(pay(receiver, 1))
    for (let count = 0; count < 15; count++) await send(splitter, 5n)
    await readAll()
    expect(await told(receiver)).toEqual([])
    expect(await told(splitter)).toHaveLength(15)
    expect(traceCalls()).toEqual([debug, parity])
    expect(untold).toBe(15)
    front?.faults.clear()
    ahead = 86_400_001
    await send(splitter)
    await readAll()
    expect(await told(receiver)).toEqual(['receive in 1'])
  })

  it('of two nodes the one that traces', async () => {
    await open(2)
    fronts[0]?.faults.set(debug, refusal).set(parity, refusal)
    const receiver = newAddress()
    const splitter = await place(pay(receiver, 1))
    for (let count = 0; count < 4; count++) await send(splitter)
    await readAll()
    expect(await told(receiver)).toHaveLength(4)
    expect(fronts[0]?.calls.filter((method) => method === debug || method === parity)).toEqual([debug, parity])
    expect(untold).toBe(0)
  })

  it('nobody for blocks without transactions, and nobody where the operator says so', async () => {
    await client().mine({ blocks: 3 })
    await readAll()
    expect(traceCalls()).toEqual([])
    await open(1, { traces: false })
    const receiver = newAddress()
    await send(await place(pay(receiver, 1)))
    await readAll()
    expect([traceCalls(), await told(receiver), untold]).toEqual([[], [], 0])
  })
})

describe('a node that traces, and fails', () => {
  let receiver: Hex
  let splitter: Hex
  beforeEach(async () => {
    receiver = newAddress()
    splitter = await place(pay(receiver, 1))
    await send(splitter)
    await readAll()
    expect(await told(receiver)).toHaveLength(1)
    await send(splitter)
  })

  it.each([
    ['is away', { status: 503 }],
    ['has not heard of the block', { code: -32000, message: 'block not found' }],
    ['tells of another block', { result: [] }],
    ['tells of something else', { result: { structLogs: [] } }],
  ])('error: one that %s is asked again, and nothing is lost', async (_, fault) => {
    fronts[0]?.faults.set(debug, fault)
    for (let times = 0; times < 2; times++) await expect(scanner.round()).rejects.toThrow()
    expect(await told(receiver)).toHaveLength(1)
    fronts[0]?.faults.clear()
    await readAll()
    expect(await told(receiver)).toHaveLength(2)
    expect(untold).toBe(0)
  })

  it.each([
    ['fails at', { code: -32000, message: 'execution reverted by the tracer' }, 3],
    ['is away from', { status: 503 }, 20],
  ])('error: one that %s each block stops no history', async (_, fault, tries) => {
    fronts[0]?.faults.set(debug, fault)
    for (let times = 1; times < tries; times++) await expect(scanner.round()).rejects.toThrow()
    for (let count = 0; count < 4; count++) await send(splitter, 1n)
    await readAll()
    expect(await told(splitter)).toHaveLength(5)
    expect(untold).toBe(5)
    const asked = traceCalls().length
    await send(splitter, 1n)
    await readAll()
    expect(traceCalls()).toHaveLength(asked)
    fronts[0]?.faults.clear()
    ahead = 60_001
    await send(splitter)
    await readAll()
    expect(await told(receiver)).toHaveLength(2)
  })

  it('error: an answer that comes too late, or is too large, is left', async () => {
    await open(1, {}, 300)
    await send(splitter)
    await readAll()
    const before = (await told(receiver)).length
    for (const fault of ['hang' as const, { result: 'x'.repeat(11 * 1024 * 1024) }]) {
      fronts[0]?.faults.set(debug, fault)
      await send(splitter, 1n)
      for (let times = 1; times < 3; times++) await expect(scanner.round()).rejects.toThrow()
      await readAll()
      fronts[0]?.faults.clear()
      await send(splitter)
      await readAll()
    }
    expect(await told(receiver)).toHaveLength(before + 2)
    expect(untold).toBe(2)
  })
})

it('a chain is read anew, with what contracts paid, once its progress names another first block', async () => {
  fronts[0]?.faults.set(debug, refusal).set(parity, refusal)
  const receiver = newAddress()
  await send(await place(pay(receiver, 1)))
  await readAll()
  expect(await told(receiver)).toEqual([])
  fronts[0]?.faults.clear()
  ahead = 86_400_001
  await db.query.execute(sql`update history.progress set genesis = '' where chain = ${chain.caip2}`)
  await readAll()
  expect(await told(receiver)).toEqual(['receive in 1'])
})
