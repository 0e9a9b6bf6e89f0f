import { accounts, type EvmChains, type LocalChain, localTokens, startEvmChains, swapAddresses } from '@latchkey/devnet'
import { evmNativeAddress } from '@latchkey/protocol/caip'
import { sql } from 'drizzle-orm'
import {
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  formatUnits,
  type Hex,
  http,
  keccak256,
  maxUint256,
  parseEther,
  publicActions,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toChainInput } from '../../../test/localChains.js'
import { swapCalls } from '../../../test/swapCalls.js'
import { createApp } from '../../app.js'
import { readEnv } from '../../env.js'
import { createHistoryTables } from '../../history/createHistoryTables.js'
import { createScanner } from '../../history/createScanner.js'
import { createMemoryCache } from '../../platform/cache/createMemoryCache.js'
import { readChains } from '../../platform/chains/readChains.js'
import type { Db } from '../../platform/db/db.js'
import { openPglite } from '../../platform/db/openPglite.js'
import { rows } from '../../platform/db/rows.js'
import { createLog } from '../../platform/log/log.js'
import { createMetrics } from '../../platform/metrics/metrics.js'
import { createNodes, type Nodes } from '../../platform/upstream/nodes.js'
import { readSwaps } from '../readSwaps.js'
import type { Address, SwapCall, SwapOrder } from '../swapPort.js'
import { createSwapLedger } from './createSwapLedger.js'

const { router, factory, wrapped } = swapAddresses
const [usdc, dai] = localTokens.map(({ address }) => address.toLowerCase() as Address) as [Address, Address]
const stranger: Address = `0x${'1'.repeat(40)}`
const coin = 'eip155:31337/ETH'

let evm: EvmChains
let local: LocalChain
let db: Db
let nodes: Nodes
/** A new one for each test. */
let owner: PrivateKeyAccount
let errors: object[]
const metrics = createMetrics()
const chainsOf = (history: boolean) => readChains([toChainInput(local, { history })])
const env = () =>
  readEnv({
    LATCHKEY_SWAPS: JSON.stringify({ [local.caip2]: { provider: 'pools', router, wrapped, v2: { factory } } }),
  })
const settings = () => readSwaps(env().LATCHKEY_SWAPS, chainsOf(true))

beforeAll(async () => {
  evm = await startEvmChains()
  local = evm.chains[0]
  db = await openPglite()
  nodes = createNodes({ chains: chainsOf(true), background: false })
}, 120_000)
afterAll(async () => {
  nodes?.close()
  await db?.close()
  await evm?.stop()
})
beforeEach(async () => {
  owner = privateKeyToAccount(generatePrivateKey())
  errors = []
  await client().setBalance({ address: owner.address, value: parseEther('1000') })
  for (const table of ['swaps.promises', 'ledger.mismatches']) await rows(db.query, sql.raw(`delete from ${table}`))
})

const client = () => createTestClient({ mode: 'anvil', transport: http(local.url) }).extend(publicActions)
const wallet = () => createWalletClient({ account: owner, chain: foundry, transport: http(local.url) })
const account = () => owner.address.toLowerCase() as Address
const open = () =>
  createSwapLedger({
    ...{ settings: settings(), nodes, db, metrics, clock: () => new Date() },
    log: { error: (fields: object, line: string) => errors.push({ ...fields, line }), warn: () => undefined } as never,
  })
async function scan(): Promise<void> {
  const [chain] = chainsOf(true)
  if (!chain) throw new Error('No chain.')
  const tables = createHistoryTables(db)
  const scanner = createScanner({ chain, nodes, tables, log: createLog('silent'), pause: 0 })
  while (await scanner.round());
}
/** Reads the chain on, and has the books look as if time had gone by. */
async function look(blocks = 12): Promise<void> {
  if (blocks > 0) await client().mine({ blocks })
  await scan()
  await rows(db.query, sql`update swaps.transactions set check_at = least(check_at, now()) where check_at < 'infinity'`)
  const books = open()
  await books.run()
  await books.close()
}
/** A swap of one ether, and what it promises unless that is said. */
async function promise(more: { minimum?: bigint; to?: Address; least?: bigint } = {}): Promise<SwapOrder & SwapCall> {
  const { timestamp } = await client().getBlock()
  const deadline = timestamp + 1_200n
  const data = swapCalls.buy(more.least ?? 0n, [wrapped, usdc], more.to ?? owner.address, deadline)
  const order = { from: evmNativeAddress as Address, to: usdc, amount: parseEther('1'), user: account() }
  const call = { to: router.toLowerCase() as Address, data, value: order.amount, deadline }
  return keep(
    { ...order, slippage: 100, promised: 0n },
    { ...call, gas: 0n, toAmount: 1n, minimum: more.minimum ?? 1n },
  )
}
async function keep(order: SwapOrder, call: SwapCall): Promise<SwapOrder & SwapCall> {
  const [chain] = settings().keys()
  if (!chain) throw new Error('No chain.')
  const books = open()
  await books.promise(chain, order, call)
  await books.close()
  return { ...order, ...call }
}
async function send({ data, value }: { data: Hex; value: bigint }, gas = 1_000_000n) {
  const hash = await wallet().sendTransaction({ to: router, data, value, gas })
  return client().waitForTransactionReceipt({ hash, pollingInterval: 20 })
}
const units = async (token: Address) =>
  client().readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner.address] })
/** What the books have of the swaps of these tests' account, as `step account amount asset`. */
const lines = async () =>
  (
    await rows<{ line: string }>(
      db.query,
      sql`select e.step || ' ' || l.account || ' ' || trim_scale(l.amount) || ' ' || l.asset as line from ledger.entries e
        join ledger.lines l on l.entry = e.id where e.provider = 'pools' and e.posted_at > ${since}::timestamptz
        order by e.id, l.account desc, l.amount`,
    )
  ).map(({ line }) => line)
let since = ''
async function begin(): Promise<void> {
  since = (await rows<{ now: string }>(db.query, sql`select clock_timestamp()::text as now`))[0]?.now ?? ''
}
beforeEach(begin)
const states = async () =>
  (await rows<{ state: string }>(db.query, sql`select state from swaps.transactions order by noted_at`)).map(
    ({ state }) => state,
  )
const told = () => rows(db.query, sql`select side, books, other from ledger.mismatches where ended_at is null`)
const figure = async () =>
  (await metrics.registry.getSingleMetric('latchkey_ledger_mismatches')?.get())?.values.find(
    ({ labels }) => labels.side === 'swap',
  )?.value
const dollars = (amount: bigint) => `${formatUnits(amount, 6)} eip155:31337/USDC`
const entry = (step: string, received: bigint, gave = '1') => {
  const [minus, plus] = step === 'swapped' ? ['-', ''] : ['', '-']
  const both = [
    `${step} swapper ${minus}${gave} ${coin}`,
    `${step} swapper ${plus}${dollars(received)}`,
    `${step} pool ${plus}${gave} ${coin}`,
    `${step} pool ${minus}${dollars(received)}`,
  ]
  return both.sort()
}
const sorted = async () => (await lines()).sort()

describe('a swap that this server builds', () => {
  it('is posted once its chain has settled on it, balances, and is heard of where it is sent through the proxy', async () => {
    const deps = { env: env(), chains: chainsOf(false), nodes, db, cache: createMemoryCache() }
    const log = createLog('silent')
    const app = await createApp({ ...deps, log, metrics: createMetrics(), clock: () => new Date(), fetch })
    const idOf = (address: string) => `${local.caip2}:${address}`
    const fields = { from: idOf(evmNativeAddress), to: idOf(usdc), userAddress: idOf(owner.address), projectId: 'test' }
    const built = await app.request('/v1/convert/build-transaction', {
      method: 'POST',
      body: JSON.stringify({ ...fields, amount: String(parseEther('1')), eip155: { slippage: 1 } }),
    })
    const { tx } = (await built.json()) as { tx: { data: Hex } }
    const [kept] = await rows(db.query, sql`select filling, account, data_hash, amount::text from swaps.promises`)
    expect(kept).toEqual({
      ...{ filling: 'pools', account: account(), data_hash: keccak256(tx.data), amount: String(parseEther('1')) },
    })
    const request = { to: router, data: tx.data, value: parseEther('1'), gas: 1_000_000n }
    const prepared = await wallet().prepareTransactionRequest(request)
    // Another account sends the same call first: it does not count for this account.
    const other = privateKeyToAccount(accounts[3]?.privateKey ?? '0x')
    const nonce = await client().getTransactionCount({ address: other.address })
    let before = 0n
    for (const signed of [
      await other.signTransaction({ ...prepared, nonce, from: other.address } as never),
      await owner.signTransaction(prepared as never),
    ]) {
      before = await units(usdc)
      const call = { jsonrpc: '2.0', id: 1, method: 'eth_sendRawTransaction', params: [signed] }
      const path = `/v1?chainId=${local.caip2}&projectId=test`
      const answer = await (await app.request(path, { method: 'POST', body: JSON.stringify(call) })).json()
      await client().waitForTransactionReceipt({ hash: (answer as { result: Hex }).result, pollingInterval: 20 })
    }
    await expect.poll(states).toEqual(['waiting'])
    await app.close()
    const received = (await units(usdc)) - before
    await look(10)
    expect([await states(), await lines()]).toEqual([['waiting'], []])
    await look(1)
    expect([await states(), await sorted()]).toEqual([['posted'], entry('swapped', received)])
    expect([await told(), errors, await figure()]).toEqual([[], [], 0])
  }, 60_000)

  it('is found in the history of its account, wherever it was sent, among others to the same contract', async () => {
    await scan()
    const swap = await promise()
    const unknown = swapCalls.buy(0n, [wrapped, dai], owner.address, maxUint256)
    await send({ data: unknown, value: 5n })
    await send(swap)
    await look()
    expect([await states(), await sorted()]).toEqual([['posted'], entry('swapped', await units(usdc))])
  })

  it('is posted with the coin that it brings, less no fee', async () => {
    await send(await promise())
    const amount = await units(usdc)
    const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, amount] })
    const hash = await wallet().sendTransaction({ to: usdc, data: approve, gas: 100_000n })
    await client().waitForTransactionReceipt({ hash, pollingInterval: 20 })
    await look()
    await begin()
    const { timestamp } = await client().getBlock()
    const data = swapCalls.sell(amount, 1n, [usdc, wrapped], owner.address, timestamp + 600n)
    const order = { from: usdc, to: evmNativeAddress as Address, amount, user: account(), slippage: 0, promised: 0n }
    const call = { to: router.toLowerCase() as Address, data, value: 0n, gas: 0n, toAmount: 1n, minimum: 1n }
    await keep(order, { ...call, deadline: timestamp + 600n })
    const before = await client().getBalance({ address: owner.address })
    const { gasUsed, effectiveGasPrice } = await send({ data, value: 0n })
    const more = (await client().getBalance({ address: owner.address })) - before + gasUsed * effectiveGasPrice
    // By the balances of the block, as on a chain whose nodes trace nothing.
    await client().mine({ blocks: 12 })
    await scan()
    await rows(db.query, sql`update history.entries set transfers = '[]' where address = ${account()}`)
    await look(0)
    const paid = `${formatUnits(more, 18)} ${coin}`
    expect(await sorted()).toEqual(
      [
        `swapped swapper -${dollars(amount)}`,
        `swapped swapper ${paid}`,
        `swapped pool ${dollars(amount)}`,
        `swapped pool -${paid}`,
      ].sort(),
    )
  })

  it('is posted for each transaction that carries it out, and once for each', async () => {
    const swap = await promise()
    await send(swap)
    const first = await units(usdc)
    await send(swap)
    const second = (await units(usdc)) - first
    for (let at = 0; at < 3; at++) await look()
    expect([await states(), await sorted()]).toEqual([
      ['posted', 'posted'],
      [...entry('swapped', first), ...entry('swapped', second)].sort(),
    ])
  })

  it('is deleted where it was never sent, and a month later where it was', async () => {
    await promise()
    await look()
    const due = (past: string) =>
      rows(
        db.query,
        sql`update swaps.promises set until = until - ${past}::interval, keep_until = keep_until - ${past}::interval`,
      )
    const left = async () => (await rows(db.query, sql`select 1 from swaps.promises`)).length
    await due('70 minutes')
    await look()
    expect(await left()).toBe(1)
    await due('11 minutes')
    await look()
    expect(await left()).toBe(0)
    await send(await promise())
    await look()
    await due('29 days')
    await look()
    expect([await left(), (await states()).length]).toEqual([1, 1])
    await due('1 day')
    await look()
    expect([await left(), (await states()).length, (await lines()).length]).toEqual([0, 0, 4])
  })

  it('is looked for twenty at a time of one account, whose other swaps are built and not booked', async () => {
    for (let at = 0; at < 22; at++) {
      await client().mine({ blocks: 1 })
      await promise({ least: BigInt(at) })
    }
    expect(await rows(db.query, sql`select 1 from swaps.promises`)).toHaveLength(20)
  })
})

describe('what becomes of it', () => {
  it('posts nothing of one that was undone by its contract, and tells nobody', async () => {
    const swap = await promise({ least: maxUint256 })
    expect((await send(swap)).status).toBe('reverted')
    await look()
    expect([await states(), await lines(), await told()]).toEqual([['failed'], [], []])
  })

  it.each([
    ['brings less than it promised', { minimum: 10n ** 30n }, parseEther('1')],
    ['pays somebody else', { to: stranger }, parseEther('1')],
    ['takes more than it said', {}, parseEther('2')],
  ] as const)('tells once, by row, figure and log, of one that %s', async (kind, more, value) => {
    const swap = await promise(more)
    await send({ ...swap, value })
    const received = await units(usdc)
    for (let at = 0; at < 2; at++) await look()
    const least = `brings at least ${dollars('minimum' in more ? more.minimum : 1n)}`
    const expected = {
      'brings less than it promised': { books: least, other: `brought ${dollars(received)}` },
      'pays somebody else': { books: least, other: 'brought the account nothing' },
      'takes more than it said': { books: `sells 1 ${coin}`, other: `took 2 ${coin}` },
    }[kind]
    expect(await told()).toEqual([{ side: 'swap', ...expected }])
    const line = 'The books of swaps do not agree'
    expect(errors).toEqual([{ provider: 'pools', side: 'swap', mismatch: expect.any(Number), line }])
    expect([await figure(), await states()]).toEqual([1, ['posted']])
    await rows(db.query, sql`update ledger.mismatches set settled_at = now()`)
    await look()
    expect(await figure()).toBe(0)
  })

  it('posts nothing that its chain took back before it settled, and what took its place', async () => {
    const swap = await promise()
    const id = await client().snapshot()
    await send(swap)
    await look(3)
    expect(await states()).toEqual(['waiting'])
    await client().revert({ id })
    await look(14)
    expect([await states(), await lines()]).toEqual([['waiting'], []])
    await rows(db.query, sql`update swaps.transactions set noted_at = now() - interval '25 hours'`)
    await look(0)
    expect([await states(), await lines()]).toEqual([['dropped'], []])
    // The very transaction may still come.
    await send(swap)
    await look()
    expect([await states(), await sorted()]).toEqual([['posted'], entry('swapped', await units(usdc))])
  })

  it('takes back what it had posted where its chain goes back further, and posts it anew', async () => {
    const id = await client().snapshot()
    const swap = await promise({ minimum: 10n ** 30n })
    await send(swap)
    const received = await units(usdc)
    await look()
    expect(await sorted()).toEqual(entry('swapped', received))
    expect(await told()).toHaveLength(1)
    await client().revert({ id })
    // Its block is now another one.
    await client().setBalance({ address: stranger, value: 1n })
    await client().mine({ blocks: 20 })
    await look(0)
    const undone = [...entry('swapped', received), ...entry('undone', received)].sort()
    expect([await states(), await sorted(), await told()]).toEqual([['waiting'], undone, []])
    await send(swap)
    await look()
    expect(await sorted()).toEqual([...undone, ...entry('swapped', await units(usdc))].sort())
  })

  it('goes on after its process was killed between reading and posting, and posts once', async () => {
    const swap = await promise()
    await send(swap)
    await client().mine({ blocks: 12 })
    await scan()
    let reads = 0
    // A node that goes silent once the receipt was read.
    const halting: Nodes = {
      ...nodes,
      readBatch: (...given) =>
        given[1].some(({ method }) => method === 'eth_getBlockByNumber') && ++reads > 0
          ? new Promise(() => undefined)
          : nodes.readBatch(...given),
    }
    const log = createLog('silent')
    const gone = createSwapLedger({ settings: settings(), nodes: halting, db, metrics, clock: () => new Date(), log })
    void gone.run()
    await expect.poll(() => reads).toBe(1)
    const next = open()
    await next.run()
    expect([await states(), await lines()]).toEqual([['waiting'], []])
    await rows(
      db.query,
      sql`update swaps.transactions set check_at = now() where check_at < now() + interval '11 minutes'`,
    )
    const other = open()
    await Promise.all([next.run(), other.run()])
    await Promise.all([next.close(), other.close()])
    await look()
    expect([await states(), await sorted()]).toEqual([['posted'], entry('swapped', await units(usdc))])
  })
})
