import { accounts, type EvmChains, startEvmChains, swapAddresses } from '@latchkey/devnet'
import { erc20Abi, maxUint256, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { phase, plain, ready, sends, startSwap } from '../../test/startSwap.js'
import { createSentTransactions, type SentTransaction } from '../flows/sentTransactions.js'

const [, swapper, stranger] = accounts
const owner = swapper?.address ?? '0x'

describe('createSwapFlow', () => {
  let local: EvmChains
  beforeAll(async () => {
    local = await startEvmChains()
  })
  afterAll(() => local.stop())

  const start = (options?: Parameters<typeof startSwap>[1]) => startSwap(local, options)

  it('swaps the coin for a token in one step, and tells what the receipt says', async () => {
    const { flow, token, wallet, balanceOf } = await start()
    const usdc = token('USDC')
    flow.chooseFrom(token('ETH'))
    flow.chooseTo(usdc)
    flow.editAmount('0.5')
    await ready(flow)
    const { price, minimum, needsApproval } = flow.getState()
    expect(needsApproval).toBe(false)
    expect(minimum).toBe(((price?.toAmount ?? 0n) * 99n) / 100n)
    const before = await balanceOf(plain(usdc.address))
    flow.review()
    await flow.confirm()
    await phase(flow, 'confirmed')
    const received = (await balanceOf(plain(usdc.address))) - before
    expect(flow.getState().record).toMatchObject({
      status: 'confirmed',
      isMeasured: true,
      from: { symbol: 'ETH', amount: String(parseEther('0.5')) },
      to: { symbol: 'USDC', amount: String(received) },
    })
    expect(received).toBeGreaterThanOrEqual(minimum ?? maxUint256)
    expect(sends(wallet)).toBe(1)
  })

  it('allows exactly the amount first where the router may not take the token, then swaps back into the coin', async () => {
    const { flow, token, wallet, client, server } = await start()
    const usdc = token('USDC')
    flow.chooseFrom(usdc)
    flow.chooseTo(token('ETH'))
    flow.editAmount('100')
    await ready(flow)
    expect(flow.getState().needsApproval).toBe(true)
    flow.review()
    await flow.confirm()
    await vi.waitFor(() => expect(flow.getState()).toMatchObject({ phase: 'preview', needsApproval: false }))
    const args = [owner, swapAddresses.router] as const
    const allowance = () =>
      client.readContract({ address: plain(usdc.address), abi: erc20Abi, functionName: 'allowance', args })
    expect(await allowance()).toBe(100_000_000n)
    const before = await client.getBalance({ address: owner })
    await flow.confirm()
    await phase(flow, 'confirmed')
    const { record } = flow.getState()
    const receipt = await client.getTransactionReceipt({ hash: record?.hash as `0x${string}` })
    const paid = receipt.gasUsed * receipt.effectiveGasPrice
    expect(record?.to.amount).toBe(String((await client.getBalance({ address: owner })) - before + paid))
    expect(await allowance()).toBe(0n)
    expect(sends(wallet)).toBe(2)
    expect(server.seen.find(({ path }) => path === '/v1/convert/build-approve')?.query).toMatchObject({
      from: usdc.address,
      amount: '100000000',
    })
  })

  it('what is pending is not available, and is again once it was dropped', async () => {
    const { flow, token, config } = await start()
    const sent = createSentTransactions(config)
    const where = { hash: '0x01', chainId: 'eip155:31337', from: owner, to: stranger?.address ?? '' } as const
    const pending: SentTransaction = { ...where, amount: '4000', symbol: 'ETH', at: 1, status: 'pending' }
    flow.chooseFrom(token('ETH'))
    flow.max()
    const all = Number(flow.getState().amountText)
    sent.add(pending)
    expect(flow.getState().amountProblem).toBe('balance')
    flow.max()
    expect(Number(flow.getState().amountText)).toBeCloseTo(all - 4000 * 0.99)
    expect(flow.getState().amountProblem).toBeUndefined()
    sent.add({ ...pending, status: 'dropped' })
    flow.max()
    expect(Number(flow.getState().amountText)).toBe(all)
  })

  it.each([
    ['another router', { router: stranger?.address }, 'SWAP_UNSAFE'],
    ['another receiver', { receiver: stranger?.address }, 'SWAP_UNSAFE'],
    ['a call that nobody can read', { data: '0x12345678' }, 'SWAP_UNSAFE'],
  ] as const)('asks no wallet for a swap with %s', async (_, lie, code) => {
    const { flow, token, wallet, server } = await start()
    Object.assign(server.lies, lie)
    flow.chooseFrom(token('ETH'))
    flow.chooseTo(token('USDC'))
    flow.editAmount('0.5')
    await ready(flow)
    flow.review()
    await flow.confirm()
    expect(flow.getState()).toMatchObject({ phase: 'preview', notice: 'notSent', error: { code } })
    expect(sends(wallet)).toBe(0)
  })

  it.each([
    ['another spender', { spender: stranger?.address }],
    ['more than the amount', { allowed: maxUint256 }],
    ['another call', { data: '0xa9059cbb' }],
  ] as const)('[SEC-G-03] asks no wallet for an approval of %s', async (_, lie) => {
    const { flow, token, wallet, server } = await start()
    Object.assign(server.lies, lie)
    flow.chooseFrom(token('DAI'))
    flow.chooseTo(token('ETH'))
    flow.editAmount('10')
    await ready(flow)
    flow.review()
    await flow.confirm()
    expect(flow.getState()).toMatchObject({ phase: 'preview', notice: 'notSent', error: { code: 'SWAP_UNSAFE' } })
    expect(sends(wallet)).toBe(0)
  })

  it.each([
    ['promises less than was reviewed', { less: 2n }],
    ['showed more than there is', { more: 2n }],
  ])('[SEC-G-02] goes back to the form where the server %s', async (_, lie) => {
    const { flow, token, wallet, server } = await start()
    Object.assign(server.lies, lie)
    flow.chooseFrom(token('ETH'))
    flow.chooseTo(token('USDC'))
    flow.editAmount('0.5')
    await ready(flow)
    flow.review()
    await flow.confirm()
    expect(flow.getState()).toMatchObject({ phase: 'editing', notice: 'priceMoved', amountText: '0.5' })
    expect(sends(wallet)).toBe(0)
  })

  it.each([
    ['takes a hundred for one', { DAI: 20 }, '1'],
    ['gives a thousandth of what is shown', { USDC: 3 }, '10'],
  ] as const)(
    'attack: asks no wallet where the server, by decimals that are not the token’s, %s',
    async (_, lie, typed) => {
      const { flow, token, wallet } = await start()
      const told = (symbol: keyof typeof lie) => ({ ...token(symbol), decimals: lie[symbol] ?? token(symbol).decimals })
      flow.chooseFrom(told('DAI' as keyof typeof lie))
      flow.chooseTo(told('USDC' as keyof typeof lie))
      flow.editAmount(typed)
      await ready(flow)
      flow.review()
      await flow.confirm()
      expect(flow.getState()).toMatchObject({ phase: 'preview', notice: 'notSent', error: { code: 'SWAP_UNSAFE' } })
      expect(sends(wallet)).toBe(0)
    },
  )

  it('finds what must go in for what should come out', async () => {
    const { flow, token } = await start()
    flow.chooseFrom(token('ETH'))
    flow.chooseTo(token('USDC'))
    flow.editWanted('1000')
    await ready(flow)
    const out = Number(flow.getState().price?.toAmount) / 1e6
    expect(out).toBeGreaterThan(999.9)
    expect(out).toBeLessThan(1000.1)
  })

  it('flips the sides, never holds one token on both, and empties the amount of another token', async () => {
    const { flow, token } = await start()
    flow.chooseFrom(token('ETH'))
    flow.chooseTo(token('USDC'))
    flow.editAmount('1')
    flow.flip()
    expect(flow.getState()).toMatchObject({ from: { symbol: 'USDC' }, to: { symbol: 'ETH' }, amountText: '' })
    flow.chooseTo(token('USDC'))
    expect(flow.getState()).toMatchObject({ from: { symbol: 'ETH' }, to: { symbol: 'USDC' } })
  })

  it('says that the balance does not suffice, and takes no tolerance out of bounds', async () => {
    const { flow, token } = await start()
    flow.chooseFrom(token('ETH'))
    flow.chooseTo(token('USDC'))
    flow.editAmount('99999999')
    expect(flow.getState().amountProblem).toBe('balance')
    expect([0, 51, Number.NaN, 0.5].map((percent) => flow.setSlippage(percent))).toEqual([false, false, false, true])
    expect(flow.getState().slippage).toBe(0.5)
  })

  it('follows a swap again after a reload, and tells its end', async () => {
    const { flow, token, store, client } = await start()
    flow.chooseFrom(token('ETH'))
    flow.chooseTo(token('USDC'))
    flow.editAmount('0.25')
    await ready(flow)
    flow.review()
    await client.request({ method: 'evm_setAutomine', params: [false] } as never)
    try {
      void flow.confirm()
      await phase(flow, 'submitted')
      flow.destroy()
      const next = await start({ store })
      expect(next.flow.getState()).toMatchObject({ phase: 'submitted', record: { from: { symbol: 'ETH' } } })
      await client.request({ method: 'evm_mine', params: [] } as never)
      await phase(next.flow, 'confirmed')
      expect(next.flow.getState().record).toMatchObject({ isMeasured: true })
    } finally {
      await client.request({ method: 'evm_setAutomine', params: [true] } as never)
    }
  })

  it('keeps what was filled in when the wallet declines', async () => {
    const { flow, token, wallet } = await start()
    flow.chooseFrom(token('ETH'))
    flow.chooseTo(token('USDC'))
    flow.editAmount('0.5')
    await ready(flow)
    flow.review()
    wallet.set({ reject: true })
    await flow.confirm()
    expect(flow.getState()).toMatchObject({ phase: 'preview', notice: 'rejected', amountText: '0.5' })
  })
})
