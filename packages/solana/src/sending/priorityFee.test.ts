import { getBalance, quoteTransfer, sendTransfer, waitForTransactionReceipt } from '@latchkey/core'
import { solanaTokens } from '@latchkey/devnet'
import { solana } from '@latchkey/solana'
import { beforeEach, describe, expect, it } from 'vitest'
import { changedNode } from '../../../core/test/changedNode.js'
import { budgetOf, payForPlaces } from '../../test/solanaBids.js'
import { solanaWorld } from '../../test/solanaWorld.js'

// Slots that last, so that what was paid is remembered for as long as a test needs it.
const world = solanaWorld({ slotTime: 400 })
const usdc = solanaTokens[0]?.address ?? ''
const adapter = solana()
/** Quiet slots, and as many as are remembered. */
beforeEach(() => world.chain.skipSlots(200))

async function ends() {
  const { address: from } = await world.stranger({ isFunded: true })
  const { address: to } = await world.stranger()
  return { from, to, amount: 2_000_000n }
}

describe('a bid for a place in a block', () => {
  it('behavior: where nobody pays, nothing is bid, and the transaction is the plainest', async () => {
    const transfer = await ends()
    expect((await adapter.quoteTransfer(world.context(), transfer)).fee).toBe(5000n)
    const { bytes } = await adapter.toTransaction(world.context(), transfer)
    expect(budgetOf(bytes)).toEqual({ limit: undefined, price: undefined, others: 1 })
  })

  it('behavior: bids the median of what others paid, for the units that the node needed and a tenth more', async () => {
    const { config, account, wallet } = await world.connected()
    const { address: to } = await world.stranger()
    await payForPlaces(world, [2_000_000n, 100_000n, 300_000n])
    const transfer = { to, amount: 2_000_000n }
    const quote = await quoteTransfer(config, transfer)
    // 495 units at 0.3 lamports, and a quarter more until it is sent.
    expect(quote.fee).toBe(5000n + 149n + 38n)
    const before = (await getBalance(config, { account, force: true })).value
    const hash = await sendTransfer(config, { ...transfer, maxFee: quote.fee })
    expect(budgetOf(wallet.asked[0]?.transaction)).toEqual({ limit: 495, price: 300_000n, others: 1 })
    expect(await waitForTransactionReceipt(config, { hash })).toMatchObject({ status: 'confirmed' })
    expect((await getBalance(config, { account, force: true })).value).toBe(before - 2_000_000n - 5149n)
  })

  it('behavior: a token and the account for it arrive within the limit', async () => {
    const { config, account, wallet } = await world.connected({ index: 3 })
    await world.chain.fund(wallet.address)
    const { address: to } = await world.stranger()
    await payForPlaces(world, [1_000_000n])
    const transfer = { to, amount: 1_250_000n, token: usdc }
    const { fee, reserve = 0n } = await quoteTransfer(config, transfer)
    const before = (await getBalance(config, { account, force: true })).value
    const hash = await sendTransfer(config, { ...transfer, maxFee: fee })
    const { limit = 0, price, others } = budgetOf(wallet.asked[0]?.transaction)
    expect([price, others]).toEqual([1_000_000n, 2])
    expect(limit).toBeGreaterThan(5_000)
    expect(limit).toBeLessThan(60_000)
    expect(await waitForTransactionReceipt(config, { hash })).toMatchObject({ status: 'confirmed' })
    const paid = before - (await getBalance(config, { account, force: true })).value
    expect(paid).toBe(reserve - 890_880n + 5000n + BigInt(limit))
    expect(fee).toBe(5000n + BigInt(limit) + (BigInt(limit) + 3n) / 4n)
  })

  it('behavior: never bids more than 5 lamports for a unit, whatever others pay or a node says', async () => {
    const transfer = await ends()
    await payForPlaces(world, [50_000_000n])
    const { bytes } = await adapter.toTransaction(world.context(), transfer)
    expect(budgetOf(bytes)).toMatchObject({ limit: 495, price: 5_000_000n })
    const liar = await changedNode(world.chain.url, {
      getRecentPrioritizationFees: { result: [{ slot: 1, prioritizationFee: Number.MAX_SAFE_INTEGER }] },
      simulateTransaction: { result: { context: {}, value: { err: null, logs: [], unitsConsumed: 9e12 } } },
    })
    const { fee } = await adapter.quoteTransfer(world.context([liar]), transfer)
    expect(fee).toBe(5000n + 1_000_000n + 250_000n)
  })

  it.each([
    ['does not know the method', { code: -32601 }],
    ['answers with nonsense', { result: 'banana' }],
    ['answers with less than nothing', { result: [{ slot: 1, prioritizationFee: -5 }] }],
    ['knows of nobody', { result: [] }],
  ])('behavior: a node that %s is one where nothing is bid', async (_, answer) => {
    const transfer = await ends()
    const url = await changedNode(world.chain.url, { getRecentPrioritizationFees: answer })
    expect((await adapter.quoteTransfer(world.context([url]), transfer)).fee).toBe(5000n)
    const { bytes } = await adapter.toTransaction(world.context([url]), transfer)
    expect(budgetOf(bytes)).toMatchObject({ price: undefined, others: 1 })
  })

  it('behavior: where a node lets nobody try, the usual units are asked for', async () => {
    const transfer = await ends()
    await payForPlaces(world, [10_000n])
    const url = await changedNode(world.chain.url, { simulateTransaction: { code: -32601 } })
    const { bytes } = await adapter.toTransaction(world.context([url]), transfer)
    expect(budgetOf(bytes)).toEqual({ limit: 200_000, price: 10_000n, others: 1 })
  })
})

describe('the fee that was shown', () => {
  it('behavior: covers a rise by a quarter; beyond it the wallet is not asked', async () => {
    const { config, wallet } = await world.connected()
    const { address: to } = await world.stranger()
    await payForPlaces(world, [100_000n])
    const transfer = { to, amount: 2_000_000n }
    const { fee: maxFee } = await quoteTransfer(config, transfer)
    world.chain.skipSlots(200)
    await payForPlaces(world, [124_000n])
    await sendTransfer(config, { ...transfer, maxFee })
    world.chain.skipSlots(200)
    await payForPlaces(world, [140_000n])
    await expect(sendTransfer(config, { ...transfer, maxFee })).rejects.toMatchObject({
      code: 'FEE_CAP_TOO_LOW',
      message: expect.stringContaining('that were shown'),
    })
    expect(wallet.asked).toHaveLength(1)
  })

  it('error: a fee that rose is said before a lack of money', async () => {
    const transfer = { ...(await ends()), amount: 10_000_000_000n - 5000n }
    await payForPlaces(world, [100_000n])
    await expect(adapter.toTransaction(world.context(), { ...transfer, maxFee: 5000n })).rejects.toMatchObject({
      code: 'FEE_CAP_TOO_LOW',
    })
    await expect(adapter.toTransaction(world.context(), transfer)).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
    })
  })
})
