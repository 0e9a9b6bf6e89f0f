import { accounts, collectibleAddress, type EvmChains, startEvmChains, stickersAddress } from '@latchkey/devnet'
import { parseAccountId, toAccountId } from '@latchkey/protocol/caip'
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  http,
  parseAbi,
  parseEther,
  publicActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { phase, ready, reviewed, sends, startSend } from '../../test/startSend.js'
import { switchChain } from '../actions/switchChain.js'
import { createSendFlow } from './sendFlow.js'
import type { SentTransaction } from './sentTransactions.js'

const [, sender, receiver] = accounts
const to = receiver?.address ?? ''
const from = sender?.address ?? ''

describe('createSendFlow', () => {
  let local: EvmChains
  beforeAll(async () => {
    local = await startEvmChains()
  })
  afterAll(() => local.stop())

  it.each(['ETH', 'USDC'])(
    'attack: sends no hundredfold of %s where the data API tells other decimals',
    async (symbol) => {
      const { wallet, flow, balances } = await startSend(local)
      const lie = (await balances()).map((held) => {
        const decimals = String(Number(held.quantity.decimals) + 2)
        return held.symbol === symbol ? { ...held, quantity: { ...held.quantity, decimals } } : held
      })
      flow.offer(lie)
      flow.edit({ token: lie.find((held) => held.symbol === symbol) })
      await reviewed(flow, '0.01')
      await flow.confirm()
      expect(flow.getState()).toMatchObject({ phase: 'preview', notice: 'notSent', error: { code: 'API_BAD_ANSWER' } })
      expect(sends(wallet)).toBe(0)
    },
  )

  it('behavior: sends the native coin from draft to block, and keeps it in the record', async () => {
    const { flow, balances, config } = await startSend(local)
    const before = (await balances())[0]?.quantity.numeric
    await reviewed(flow)
    const sending = flow.confirm()
    expect(flow.getState().phase).toBe('confirming')
    await phase(flow, 'confirmed')
    await sending
    expect(flow.getState().sent).toMatchObject({ amount: '0.5', symbol: 'ETH', to, status: 'confirmed' })
    expect(flow.sent.list(from.toLowerCase())).toHaveLength(1)
    expect((await balances())[0]?.quantity.numeric).not.toBe(before)
    const again = createSendFlow(config)
    expect(again.sent.list(from)[0]).toMatchObject({ status: 'confirmed', amount: '0.5' })
    again.destroy()
    flow.begin()
    expect(flow.getState()).toMatchObject({ phase: 'editing', draft: { to: '', amountText: '' } })
  })

  it.each([
    ['erc721', '2', collectibleAddress, '1', 'ownerOf'],
    ['erc1155', '1', stickersAddress, '3', 'balanceOf'],
  ] as const)(
    'behavior: sends a collectible of %s, and refuses more than is held',
    async (standard, tokenId, contract, amount, read) => {
      const { flow } = await startSend(local)
      const numeric = standard === 'erc721' ? '1' : '5'
      const token = {
        name: 'Item',
        symbol: 'Item',
        chainId: 'eip155:31337' as const,
        price: 0,
        iconUrl: '',
        quantity: { decimals: '0', numeric },
        address: toAccountId('eip155:31337', contract),
        collectible: { standard, tokenId },
      }
      flow.edit({ token, amountText: '6', to })
      expect(flow.getState().checks.amountProblem).toBe('balance')
      flow.edit({ to: contract, amountText: amount })
      expect(flow.getState().checks.warnings).toContain('token')
      await reviewed(flow, amount)
      await flow.confirm()
      await phase(flow, 'confirmed')
      expect(flow.getState().sent).toMatchObject({ amount, symbol: 'Item', to, token: contract })
      const client = createPublicClient({ transport: http(local.chains[0].url) })
      const abi = parseAbi([
        'function ownerOf(uint256) view returns (address)',
        'function balanceOf(address, uint256) view returns (uint256)',
      ])
      const id = BigInt(tokenId)
      const found =
        read === 'ownerOf'
          ? await client.readContract({ address: contract, abi, functionName: read, args: [id] })
          : await client.readContract({ address: contract, abi, functionName: read, args: [to as `0x${string}`, id] })
      // The receiver has five of its own.
      expect(found).toBe(read === 'ownerOf' ? to : 8n)
    },
  )

  it('error: a collectible that somebody else has is not quoted, so it cannot be reviewed', async () => {
    const { flow } = await startSend(local)
    const token = {
      name: 'Item',
      symbol: 'Item',
      chainId: 'eip155:31337' as const,
      price: 0,
      iconUrl: '',
      quantity: { decimals: '0', numeric: '1' },
      address: toAccountId('eip155:31337', collectibleAddress),
      collectible: { standard: 'erc721', tokenId: '1' } as const,
    }
    flow.edit({ token, amountText: '1', to })
    await vi.waitFor(() => expect(flow.getState().quote.status).toBe('failed'), { timeout: 15_000 })
    flow.review()
    expect(flow.getState().phase).toBe('editing')
  })

  it('behavior: sends an ERC-20 token by its own decimals', async () => {
    const { flow, balances } = await startSend(local)
    const usdc = (await balances()).find(({ symbol }) => symbol === 'USDC')
    flow.edit({ token: usdc })
    await reviewed(flow, '1.25')
    await flow.confirm()
    expect(flow.getState().phase).toBe('confirmed')
    const after = (await balances()).find(({ symbol }) => symbol === 'USDC')
    expect(Number(usdc?.quantity.numeric) - Number(after?.quantity.numeric)).toBeCloseTo(1.25, 6)
    expect(flow.getState().sent?.token).toBe(parseAccountId(usdc?.address ?? '').address)
  })

  it('[SEC-G-10] a double click sends once', async () => {
    const { flow, wallet } = await startSend(local)
    await reviewed(flow)
    await Promise.all([flow.confirm(), flow.confirm(), flow.confirm()])
    expect(sends(wallet)).toBe(1)
  })

  it.each([
    ['ETH', 'INSUFFICIENT_FUNDS'],
    ['USDC', 'EXECUTION_REVERTED'],
  ] as const)(
    '[SEC-G-08] %s that was spent elsewhere after the review is not sent, and it says why',
    async (symbol, code) => {
      const { flow, balances } = await startSend(local)
      const { url } = local.chains[0]
      const node = createTestClient({ mode: 'anvil', transport: http(url) }).extend(publicActions)
      const token = (await balances()).find((one) => one.symbol === symbol)
      flow.edit({ token })
      await reviewed(flow)
      const id = await node.snapshot()
      const account = privateKeyToAccount(sender?.privateKey ?? '0x')
      const address = parseAccountId(token?.address ?? toAccountId('eip155:31337', from)).address as `0x${string}`
      if (token?.address === undefined) await node.setBalance({ address: account.address, value: parseEther('0.1') })
      else {
        const abi = parseAbi([
          'function balanceOf(address) view returns (uint256)',
          'function transfer(address, uint256)',
        ])
        const held = await node.readContract({ address, abi, functionName: 'balanceOf', args: [account.address] })
        const elsewhere = createWalletClient({ account, chain: foundry, transport: http(url) })
        const args = ['0x1111111111111111111111111111111111111111', held - 1n] as const
        const hash = await elsewhere.writeContract({ address, abi, functionName: 'transfer', args })
        await node.waitForTransactionReceipt({ hash, pollingInterval: 20 })
      }
      const before = await node.getTransactionCount({ address: account.address })
      await flow.confirm()
      expect(flow.getState()).toMatchObject({
        phase: 'preview',
        mayBeSent: false,
        error: { code },
        draft: { amountText: '0.5', to },
      })
      expect(await node.getTransactionCount({ address: account.address })).toBe(before)
      await node.revert({ id })
    },
  )

  it('behavior: a rejection leads back to the review with nothing lost', async () => {
    const { flow, wallet } = await startSend(local)
    await reviewed(flow)
    wallet.set({ reject: true })
    await flow.confirm()
    expect(flow.getState()).toMatchObject({
      phase: 'preview',
      notice: 'rejected',
      mayBeSent: false,
      draft: { amountText: '0.5', to },
    })
    wallet.set({ reject: false })
    await flow.confirm()
    expect(flow.getState().phase).toBe('confirmed')
  })

  it('error: an answer that is no hash leaves the outcome unknown, and says so', async () => {
    const { flow, wallet } = await startSend(local)
    await reviewed(flow)
    wallet.set({ nonsense: true })
    await flow.confirm()
    expect(flow.getState()).toMatchObject({ phase: 'preview', notice: 'unknown', mayBeSent: true })
  })

  it('behavior: who stops waiting is warned, and an answer that comes after all still counts', async () => {
    const { flow, wallet } = await startSend(local)
    await reviewed(flow)
    wallet.set({ slow: 500 })
    const sending = flow.confirm()
    flow.stop()
    expect(flow.getState()).toMatchObject({ phase: 'preview', notice: 'stopped', mayBeSent: true })
    flow.begin()
    expect(flow.getState()).toMatchObject({ phase: 'editing', mayBeSent: true })
    await sending
    expect(flow.getState().phase).toBe('confirmed')
    expect(sends(wallet)).toBe(1)
  })

  it('[REL-22] a click, a load of the page and a click send once: the second shows what waits', async () => {
    const node = createTestClient({ mode: 'anvil', transport: http(local.chains[0].url) })
    const { flow, config, wallet, store } = await startSend(local)
    await reviewed(flow)
    await node.setAutomine(false)
    onTestFinished(() => node.setAutomine(true))
    void flow.confirm()
    await phase(flow, 'submitted')
    const { hash } = flow.getState().sent ?? {}
    flow.destroy()
    config.destroy()
    const again = await startSend(local, { store })
    await again.flow.confirm()
    expect([sends(wallet), sends(again.wallet)]).toEqual([1, 0])
    expect(again.flow.getState()).toMatchObject({ phase: 'editing', mayBeSent: false })
    expect(again.flow.sent.list(from)[0]).toMatchObject({ hash, status: 'pending' })
    await node.mine({ blocks: 1 })
  })

  it('[REL-22] who loads the page while the wallet is asked is warned before it is asked again, for ten minutes', async () => {
    const { flow, wallet, store } = await startSend(local)
    await reviewed(flow)
    wallet.set({ slow: 3_000 })
    const first = flow.confirm()
    await vi.waitFor(() => expect(sends(wallet)).toBe(1))
    const again = await startSend(local, { store })
    expect(again.flow.getState()).toMatchObject({ phase: 'editing', notice: 'unknown', mayBeSent: true })
    await reviewed(again.flow)
    expect(again.flow.getState()).toMatchObject({ phase: 'preview', mayBeSent: true })
    again.flow.reset()
    expect(again.flow.getState().mayBeSent).toBe(true)
    expect(sends(again.wallet)).toBe(0)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 })
    onTestFinished(() => void vi.useRealTimers())
    expect((await startSend(local, { store })).flow.getState().mayBeSent).toBe(false)
    vi.useRealTimers()
    await first
    expect((await startSend(local, { store })).flow.getState().mayBeSent).toBe(false)
  })

  it('[REL-22] who declined before the page was loaded anew is not warned', async () => {
    const { flow, wallet, store } = await startSend(local)
    await reviewed(flow)
    wallet.set({ reject: true })
    await flow.confirm()
    expect(flow.getState().notice).toBe('rejected')
    expect((await startSend(local, { store })).flow.getState().mayBeSent).toBe(false)
  })

  it('behavior: another account or network leads back to the form, and nothing is sent', async () => {
    const { flow, fake, wallet, config } = await startSend(local)
    await reviewed(flow)
    fake.say({ accounts: [to] })
    expect(flow.getState()).toMatchObject({ phase: 'editing', notice: 'accountChanged', isReady: false })
    await flow.confirm()
    flow.edit({ to: '' })
    expect(flow.getState().notice).toBeUndefined()
    flow.edit({ to: from })
    await switchChain(config, { chainId: 'eip155:31338' })
    expect(flow.getState()).toMatchObject({
      phase: 'editing',
      notice: 'networkChanged',
      draft: { token: undefined, amountText: '', to: from },
    })
    expect(sends(wallet)).toBe(0)
  })

  it('behavior: the wallet that leaves takes the draft with it', async () => {
    const { flow, fake } = await startSend(local)
    await reviewed(flow)
    fake.say('disconnect')
    expect(flow.getState()).toMatchObject({ phase: 'editing', account: undefined, draft: { to: '' } })
  })

  it('behavior: max leaves room for the fee, and what is left can be sent', async () => {
    const { flow } = await startSend(local)
    flow.edit({ to })
    await flow.max()
    await ready(flow)
    const { checks, quote } = flow.getState()
    expect(quote.status === 'ready' && (checks.amount ?? 0n) + quote.value.fee).toBe(
      quote.status === 'ready' && quote.value.nativeBalance,
    )
  })

  it('behavior: what is pending is not available, to a form that is open, to max, and to a token chosen later', async () => {
    const { flow, balances } = await startSend(local)
    const where = { hash: '0x01', chainId: 'eip155:31337', from, to } as const
    const pending: SentTransaction = { ...where, amount: '4000', symbol: 'ETH', at: 1, status: 'pending' }
    const held = Number(flow.getState().draft.token?.quantity.numeric)
    expect(held).toBeGreaterThan(4000)
    flow.edit({ to, amountText: '7000' })
    await ready(flow)
    flow.sent.add(pending)
    expect(flow.getState()).toMatchObject({
      checks: { amountProblem: 'balance' },
      draft: { token: { pending: '4000' } },
    })
    await flow.max()
    await ready(flow)
    expect(Number(flow.getState().draft.amountText)).toBeLessThan(held - 4000)
    const [coin] = await balances()
    if (coin) flow.edit({ token: coin, amountText: '7000' })
    expect(flow.getState().checks.amountProblem).toBe('balance')
    flow.sent.add({ ...pending, status: 'dropped' })
    await ready(flow)
  })

  it('behavior: only the last of several questions for the fee is answered', async () => {
    const { flow } = await startSend(local)
    for (const amountText of ['0.1', '0.11', '0.111']) flow.edit({ amountText, to })
    const asked = flow.getState().quote
    await ready(flow)
    const answered = flow.getState().quote
    expect(asked.status === 'loading' && answered.status === 'ready' && answered.id === asked.id).toBe(true)
  })

  it('[S5-24] a wrong checksum is warned of and still sent', async () => {
    const { flow } = await startSend(local)
    const wrong = `0x3c${to.slice(4)}`
    await reviewed(flow, '0.01', wrong)
    expect(flow.getState().checks).toMatchObject({ warnings: ['checksum'], receiverProblem: undefined })
    await flow.confirm()
    expect(flow.getState().phase).toBe('confirmed')
  })

  it('error: a broken record reads as none, and a full store loses nothing of this visit', async () => {
    const { store, config, flow } = await startSend(local)
    store.items.set(`@latchkey/sent/${from.toLowerCase()}`, '[{"hash":1},null]')
    const fresh = createSendFlow(config)
    expect(fresh.sent.list(from)).toEqual([])
    fresh.destroy()
    store.fault = 'full'
    await reviewed(flow, '0.01')
    await flow.confirm()
    expect(flow.sent.list(from)).toHaveLength(1)
  })
})
