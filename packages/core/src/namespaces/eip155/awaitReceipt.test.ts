import { accounts, type EvmChains, startEvmChains } from '@latchkey/devnet'
import { createTestClient, type Hex, http, parseGwei, publicActions, walletActions } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { testChain } from '../../../test/chains.js'
import { waitForTransactionReceipt } from '../../actions/waitForTransactionReceipt.js'
import { createConfig } from '../../createConfig.js'

const [account = '0x', receiver = '0x'] = accounts.slice(1).map(({ address }) => address)
let local: EvmChains
const node = () =>
  createTestClient({ mode: 'anvil', transport: http(local.chains[0].url), pollingInterval: 50 })
    .extend(publicActions)
    .extend(walletActions)

beforeAll(async () => {
  local = await startEvmChains()
})
afterAll(() => local.stop())
// Nothing is in a block before the test says so.
beforeEach(() => node().setAutomine(false))

afterEach(() => node().mine({ blocks: 1 }))

/** Sends a payment of the account, at the number that is next when none is given. */
async function send(more: { to?: Hex; value?: bigint; nonce?: number; gwei?: string } = {}) {
  const { to = receiver, value = 5n, gwei = '5' } = more
  const nonce = more.nonce ?? (await node().getTransactionCount({ address: account }))
  const fees = { maxFeePerGas: parseGwei(gwei), maxPriorityFeePerGas: parseGwei(gwei) }
  const hash = await node().sendTransaction({ account, chain: null, to, value, nonce, gas: 21_000n, ...fees })
  return { hash, nonce }
}

/** Waits for a transaction until the node was asked for it, so that it has been seen. */
async function waitFor(hash: string) {
  const rpcUrls = { default: { http: [local.chains[0].url] } }
  const config = createConfig({ chains: [testChain('eip155:31337', { rpcUrls, testnet: true })], storage: null })
  const ending = new AbortController()
  onTestFinished(() => {
    ending.abort()
    config.destroy()
  })
  const asked = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => asked.mockRestore())
  const outcome = waitForTransactionReceipt(config, { hash, signal: ending.signal })
  outcome.catch(() => {})
  const rounds = () =>
    asked.mock.calls.filter(([, init]) => String(init?.body).includes('eth_getTransactionByHash')).length
  await vi.waitFor(() => expect(rounds()).toBeGreaterThan(1), { timeout: 10_000 })
  return { outcome, rounds, ending }
}

describe('a transaction that is not the one in the block', () => {
  it.each([
    ['repriced', {}],
    ['cancelled', { to: account, value: 0n }],
    ['replaced', { value: 6n }],
  ] as const)('is told with what took its place: %s', async (reason, other) => {
    const { hash, nonce } = await send()
    const { outcome } = await waitFor(hash)
    const replacement = await send({ ...other, nonce, gwei: '50' })
    await node().mine({ blocks: 2 })
    const { blockNumber } = await node().getTransactionReceipt({ hash: replacement.hash })
    expect(await outcome).toEqual({
      status: 'confirmed',
      blockNumber,
      replacement: { hash: replacement.hash, reason },
    })
  })

  it('is itself when it is mined in the end', async () => {
    const { hash } = await send()
    const { outcome } = await waitFor(hash)
    await node().mine({ blocks: 1 })
    const told = await outcome
    expect(told).toEqual({ status: 'confirmed', blockNumber: await node().getBlockNumber() })
  })
})

describe('a transaction that no node knows', () => {
  it('error: was known and is forgotten: TRANSACTION_DROPPED after 30 s, and not before', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const { hash } = await send()
    const { outcome, rounds } = await waitFor(hash)
    const settled = vi.fn()
    outcome.catch(settled)
    await node().dropTransaction({ hash })
    const before = rounds()
    await vi.waitFor(() => expect(rounds()).toBeGreaterThan(before + 4), { timeout: 10_000 })
    expect(settled).not.toHaveBeenCalled()
    vi.setSystemTime(Date.now() + 31_000)
    await expect(outcome).rejects.toMatchObject({ code: 'TRANSACTION_DROPPED' })
  })

  it('error: was never known: TRANSACTION_DROPPED after 10 minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const { outcome, rounds } = await waitFor(`0x${'12'.repeat(32)}`)
    const settled = vi.fn()
    outcome.catch(settled)
    vi.setSystemTime(Date.now() + 31_000)
    const before = rounds()
    await vi.waitFor(() => expect(rounds()).toBeGreaterThan(before + 4), { timeout: 10_000 })
    expect(settled).not.toHaveBeenCalled()
    vi.setSystemTime(Date.now() + 600_000)
    await expect(outcome).rejects.toMatchObject({ code: 'TRANSACTION_DROPPED' })
  })

  it('error: given up by the page', async () => {
    const { outcome, ending } = await waitFor(`0x${'34'.repeat(32)}`)
    ending.abort()
    await expect(outcome).rejects.toMatchObject({ code: 'ABORTED' })
  })
})
