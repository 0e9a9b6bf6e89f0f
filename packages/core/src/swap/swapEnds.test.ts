import { accounts, type EvmChains, startEvmChains, swapAddresses } from '@latchkey/devnet'
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  erc20Abi,
  http,
  maxUint256,
  parseAbi,
  parseEther,
  parseGwei,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { memoryStore } from '../../test/memoryStore.js'
import { phase, plain, ready, sends, startSwap } from '../../test/startSwap.js'
import { createSentTransactions } from '../flows/sentTransactions.js'
import type { SwapFlow } from './createSwapFlow.js'
import { readSwapRecords, type SwapRecord } from './swapRecords.js'

const [, swapper, stranger] = accounts
const owner = swapper?.address ?? '0x'
const caip = `eip155:31337:${owner}` as const

describe('what becomes of a swap', () => {
  let local: EvmChains
  beforeAll(async () => {
    local = await startEvmChains()
  })
  afterAll(() => local.stop())
  afterEach(async () => {
    await node().setAutomine(true)
    await node().mine({ blocks: 1 })
  })

  const url = () => local.chains[0]?.url ?? ''
  const node = () => createTestClient({ mode: 'anvil', transport: http(url()) })
  const reader = () => createPublicClient({ transport: http(url()) })
  const chain = () => ({
    id: 31337,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url()] } },
  })
  const walletOf = (account: { privateKey: `0x${string}` } | undefined) =>
    createWalletClient({
      account: privateKeyToAccount(account?.privateKey ?? '0x'),
      transport: http(url()),
      chain: chain(),
    })
  const start = (options?: Parameters<typeof startSwap>[1]) => startSwap(local, options)
  type World = Awaited<ReturnType<typeof start>>

  async function reviewed({ flow, token }: World, from = 'ETH', to = 'USDC', amount = '0.5') {
    flow.chooseFrom(token(from))
    flow.chooseTo(token(to))
    flow.editAmount(amount)
    await ready(flow)
    flow.review()
  }
  /** Sends a swap that no block takes. */
  async function pending(world: World, amount = '0.5'): Promise<SwapRecord> {
    await reviewed(world, 'ETH', 'USDC', amount)
    await node().setAutomine(false)
    void world.flow.confirm()
    await phase(world.flow, 'submitted')
    const { record } = world.flow.getState()
    if (!record) throw new Error('Nothing was sent')
    return record
  }
  const hashOf = ({ hash }: SwapRecord) => hash as `0x${string}`
  /** Counts how often the flow asks the node for a transaction, and waits until it has asked twice: then it has seen it. */
  async function seen({ hash }: SwapRecord): Promise<() => number> {
    const asked = vi.spyOn(globalThis, 'fetch')
    onTestFinished(() => asked.mockRestore())
    const bodies = () => asked.mock.calls.map(([, init]) => String(init?.body))
    const reads = () =>
      bodies().filter((body) => body.includes('eth_getTransactionByHash') && body.includes(hash)).length
    await vi.waitFor(() => expect(reads()).toBeGreaterThan(1), { timeout: 10_000 })
    return reads
  }
  const status = (flow: SwapFlow) => flow.getState().record?.status

  it('tells that the network has dropped it, and begins another', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const world = await start()
    const record = await pending(world)
    const reads = await seen(record)
    await node().dropTransaction({ hash: hashOf(record) })
    const before = reads()
    await vi.waitFor(() => expect(reads()).toBeGreaterThan(before + 4), { timeout: 10_000 })
    expect(status(world.flow)).toBe('pending')
    vi.setSystemTime(Date.now() + 31_000)
    await phase(world.flow, 'failed')
    expect(status(world.flow)).toBe('dropped')
    expect(createSentTransactions(world.config).list(owner)[0]).toMatchObject({ hash: record.hash, status: 'dropped' })
    const { flow: next } = await start({ store: world.store })
    expect(next.getState()).toMatchObject({ phase: 'editing', record: undefined })
    world.flow.begin()
    expect(world.flow.getState()).toMatchObject({ phase: 'editing', record: undefined, from: { symbol: 'ETH' } })
  }, 60_000)

  it('tells that another transaction took its place', async () => {
    const world = await start()
    const record = await pending(world)
    const { nonce } = await reader().getTransaction({ hash: hashOf(record) })
    await seen(record)
    const fee = { maxFeePerGas: parseGwei('300'), maxPriorityFeePerGas: parseGwei('200') }
    await walletOf(swapper).sendTransaction({ to: owner, value: 0n, nonce, gas: 21_000n, ...fee })
    await node().mine({ blocks: 1 })
    await phase(world.flow, 'failed')
    expect(status(world.flow)).toBe('replaced')
    expect(readSwapRecords(world.config, caip)[0]).toMatchObject({ hash: record.hash, status: 'replaced' })
  }, 30_000)

  it('may be left while it is pending, and is followed on beside a second one', async () => {
    const world = await start()
    const first = await pending(world)
    world.flow.leave()
    expect(world.flow.getState()).toMatchObject({ phase: 'editing', amountText: '', record: undefined })
    const second = await pending(world, '0.25')
    expect(second.hash).not.toBe(first.hash)
    const { flow: next } = await start({ store: world.store })
    expect(next.getState()).toMatchObject({ phase: 'submitted', record: { hash: second.hash } })
    next.leave()
    const { flow: later } = await start({ store: world.store })
    expect(later.getState().phase).toBe('editing')
    await node().mine({ blocks: 1 })
    await vi.waitFor(
      () =>
        expect(readSwapRecords(world.config, caip).slice(0, 2)).toMatchObject([
          { hash: second.hash, status: 'confirmed', isMeasured: true },
          { hash: first.hash, status: 'confirmed', isMeasured: true },
        ]),
      { timeout: 15_000 },
    )
  }, 60_000)

  it('is kept beside that of another tab', async () => {
    const store = memoryStore()
    const [one, other] = [await start({ store }), await start({ store })]
    const [first, second] = [await pending(one), await pending(other, '0.25')]
    expect(readSwapRecords(one.config, caip).map(({ hash }) => hash)).toEqual([second.hash, first.hash])
    await node().mine({ blocks: 1 })
    await Promise.all([phase(one.flow, 'confirmed'), phase(other.flow, 'confirmed')])
    const kept = readSwapRecords(other.config, caip)
    expect(kept.map((record) => [record.hash, record.status, record.from.amount])).toEqual([
      [second.hash, 'confirmed', String(parseEther('0.25'))],
      [first.hash, 'confirmed', String(parseEther('0.5'))],
    ])
  }, 60_000)

  it('is sent once by a double click', async () => {
    const world = await start()
    await reviewed(world)
    await Promise.all([world.flow.confirm(), world.flow.confirm()])
    await phase(world.flow, 'confirmed')
    expect(sends(world.wallet)).toBe(1)
  })

  it('[REL-22] is sent once by a click, a load of the page and a click: the second shows what waits', async () => {
    const world = await start()
    const { hash } = await pending(world)
    world.flow.destroy()
    world.config.destroy()
    const again = await start({ store: world.store })
    expect(again.flow.getState()).toMatchObject({ phase: 'submitted', record: { hash, status: 'pending' } })
    await again.flow.confirm()
    expect([sends(world.wallet), sends(again.wallet)]).toEqual([1, 0])
    await node().mine({ blocks: 1 })
    await phase(again.flow, 'confirmed')
  }, 30_000)

  it('is on the list of what was sent, with what it brought', async () => {
    const world = await start()
    const record = await pending(world)
    const sent = createSentTransactions(world.config)
    expect(sent.list(owner)).toMatchObject([
      { hash: record.hash, status: 'pending', amount: '0.5', symbol: 'ETH', received: { symbol: 'USDC' } },
    ])
    await node().mine({ blocks: 1 })
    await phase(world.flow, 'confirmed')
    const got = Number(world.flow.getState().record?.to.amount) / 1e6
    expect(sent.list(owner)).toMatchObject([{ status: 'confirmed', received: { amount: String(got) } }])
  }, 30_000)

  it('goes on after its approval, also when the page was loaded anew in between', async () => {
    const world = await start()
    const dai = world.token('DAI')
    await reviewed(world, 'DAI', 'USDC', '100')
    const { agreed } = world.flow.getState()
    expect(world.flow.getState().needsApproval).toBe(true)
    await node().setAutomine(false)
    void world.flow.confirm()
    await phase(world.flow, 'approvalSent')
    world.flow.destroy()
    const { flow, config, wallet } = await start({ store: world.store })
    expect(flow.getState()).toMatchObject({
      ...{ phase: 'approvalSent', amountText: '100', from: { symbol: 'DAI' }, to: { symbol: 'USDC' }, agreed },
      record: { kind: 'approval', status: 'pending' },
    })
    await node().setAutomine(true)
    await node().mine({ blocks: 1 })
    await phase(flow, 'preview')
    const args = [owner, swapAddresses.router] as const
    const allowance = { address: plain(dai.address), abi: erc20Abi, functionName: 'allowance', args } as const
    expect(await reader().readContract(allowance)).toBe(100n * 10n ** 18n)
    await vi.waitFor(() => expect(flow.getState()).toMatchObject({ needsApproval: false, isReady: true }))
    await flow.confirm()
    await phase(flow, 'confirmed')
    expect(sends(wallet)).toBe(1)
    expect(readSwapRecords(config, caip).map(({ kind }) => kind)).toEqual(['swap', 'approval'])
  }, 60_000)

  const routerAbi = parseAbi([
    'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256, address[], address, uint256) payable',
  ])
  /** Somebody buys so much of the pool that nobody gets the old price; the pool is as before when the test ends. */
  async function drain({ token }: World) {
    await node().setBalance({ address: stranger?.address ?? '0x', value: parseEther('5000') })
    const path = [swapAddresses.wrapped, plain(token('USDC').address)]
    return walletOf(stranger).writeContract({
      address: swapAddresses.router,
      abi: routerAbi,
      functionName: 'swapExactETHForTokensSupportingFeeOnTransferTokens',
      args: [0n, path, stranger?.address ?? '0x', maxUint256],
      value: parseEther('900'),
      gas: 500_000n,
      ...{ maxFeePerGas: parseGwei('300'), maxPriorityFeePerGas: parseGwei('200') },
    })
  }
  async function restored() {
    const id = await node().snapshot()
    onTestFinished(async () => {
      await node().setAutomine(true)
      await node().revert({ id })
    })
  }

  it('is not sent where the pool was drained after the price was shown', async () => {
    await restored()
    const world = await start()
    await reviewed(world)
    await reader().waitForTransactionReceipt({ hash: await drain(world) })
    await world.flow.confirm()
    expect(world.flow.getState()).toMatchObject({ phase: 'editing', notice: 'priceMoved', amountText: '0.5' })
    expect(sends(world.wallet)).toBe(0)
  }, 30_000)

  it('takes no effect where the pool is drained before its block, and costs the fee alone', async () => {
    await restored()
    const world = await start()
    const record = await pending(world)
    const before = await world.balanceOf(plain(world.token('USDC').address))
    await drain(world)
    await node().mine({ blocks: 1 })
    await phase(world.flow, 'failed')
    expect(world.flow.getState().record).toMatchObject({ hash: record.hash, status: 'failed', isMeasured: false })
    expect(await world.balanceOf(plain(world.token('USDC').address))).toBe(before)
  }, 30_000)

  it('has its price renewed every 10 s while somebody looks, and not before', async () => {
    const world = await start()
    await reviewed(world)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const quotes = () => world.server.count('/v1/convert/quotes')
    const leave = world.flow.subscribe(() => {})
    const first = quotes()
    vi.advanceTimersByTime(9_999)
    expect([quotes(), world.flow.getState().quote.status]).toEqual([first, 'ready'])
    vi.advanceTimersByTime(1)
    expect(world.flow.getState().quote.status).toBe('loading')
    await vi.waitFor(() => expect(quotes()).toBe(first + 1))
    await vi.waitFor(() => expect(world.flow.getState().quote.status).toBe('ready'))
    vi.advanceTimersByTime(10_000)
    await vi.waitFor(() => expect(quotes()).toBe(first + 2))
    await vi.waitFor(() => expect(world.flow.getState().quote.status).toBe('ready'))
    leave()
    vi.advanceTimersByTime(30_000)
    expect([quotes(), world.flow.getState().quote.status]).toEqual([first + 2, 'ready'])
  }, 30_000)
})
