import { Transaction } from '@scure/btc-signer'
import { describe, expect, it } from 'vitest'
import { testChain } from '../../../core/test/chains.js'
import { esploraServer } from '../../test/esploraServer.js'
import { bitcoin } from '../bitcoin.js'
import { createFakeBitcoin } from '../testing/createFakeBitcoin.js'

const chainId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const adapter = bitcoin()
/** Coins of these sizes are what inscriptions come in. */
const postage = [330n, 546n, 9_999n, 10_000n]

async function setUp() {
  const server = await esploraServer()
  const wallet = await createFakeBitcoin()
  const { address: to } = await createFakeBitcoin({ seed: 'receiver' })
  const context = { chain: testChain(chainId, { testnet: true }), rpcUrls: [server.url] }
  const from = wallet.ordinalAddress
  return { server, wallet, to, from, context }
}

/** What a transfer spends and pays, in satoshi. */
async function spendingOf(transaction: Promise<{ readonly bytes?: Uint8Array }>) {
  const { bytes = new Uint8Array() } = await transaction
  const psbt = Transaction.fromPSBT(bytes)
  return {
    spent: Array.from({ length: psbt.inputsLength }, (_, at) => psbt.getInput(at).witnessUtxo?.amount ?? 0n),
    paid: Array.from({ length: psbt.outputsLength }, (_, at) => psbt.getOutput(at).amount ?? 0n),
  }
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)

/** A repeatable source of numbers below a limit. */
function numbers(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state >>> 8) % limit
  }
}

describe('coins that may carry an inscription', () => {
  it('behavior: are never spent from the ordinal account, whatever is sent; what is paid adds up', async () => {
    const { server, to, context } = await setUp()
    const next = numbers(11)
    let sent = 0
    let refused = 0
    for (let round = 0; round < 24; round++) {
      const owner = await createFakeBitcoin({ seed: `owner ${round}` })
      const coins = Array.from({ length: 1 + next(6) }, () =>
        next(2) === 0 ? (postage[next(postage.length)] ?? 546n) : BigInt(10_001 + next(60_000)),
      )
      for (const coin of coins) server.pay(owner.ordinalAddress, coin)
      const rate = 1 + next(2_000) / 100
      server.state.estimates = { 3: rate }
      const amount = BigInt(330 + next(90_000))
      const free = coins.filter((coin) => coin > 10_000n)
      const transfer = { from: owner.ordinalAddress, to, amount }
      const made = await spendingOf(adapter.toTransaction(context, transfer)).catch((error: unknown) => error)
      if (made instanceof Error) {
        refused += 1
        expect(made).toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
        // Refused only where what is free does not pay for it; 60 bytes each are more than an input takes.
        expect(sum(free)).toBeLessThan(amount + BigInt(Math.ceil(rate * (60 + 60 * free.length + 50))))
        expect(made.message.includes('inscription')).toBe(sum(coins) >= amount && free.length < coins.length)
        continue
      }
      sent += 1
      const { spent, paid } = made as Awaited<ReturnType<typeof spendingOf>>
      expect(spent.filter((coin) => coin <= 10_000n)).toEqual([])
      expect(paid[0]).toBe(amount)
      const fee = sum(spent) - sum(paid)
      const size = 11 + 57.5 * spent.length + 43 * paid.length
      expect(Number(fee)).toBeGreaterThanOrEqual(Math.floor((size - 12) * rate))
      // Without change, what would have been dust goes to the fee.
      expect(Number(fee)).toBeLessThan((size + 12) * rate + (paid.length === 1 ? 330 + 43 * rate : 0) + 2)
      expect(paid.slice(1).every((change) => change >= 330n)).toBe(true)
    }
    expect(Math.min(sent, refused)).toBeGreaterThan(4)
  })

  it('behavior: are counted as held back, and all the rest can be sent', async () => {
    const { server, to, from, context } = await setUp()
    for (const coin of [...postage, 10_001n, 50_000n]) server.pay(from, coin)
    const quote = await adapter.quoteTransfer(context, { from, to, amount: 1n })
    expect(quote).toMatchObject({ nativeBalance: sum(postage) + 60_001n, reserve: sum(postage) })
    const { spent, paid } = await spendingOf(
      adapter.toTransaction(context, { from, to, amount: 60_001n - quote.fee, maxFee: quote.fee }),
    )
    expect(spent.toSorted()).toEqual([10_001n, 50_000n])
    expect(paid).toEqual([60_001n - quote.fee])
  })

  it('error: where nothing else is there, the refusal says why, and what to do', async () => {
    const { server, wallet, to, from, context } = await setUp()
    for (const coin of postage) server.pay(from, coin)
    const told = {
      code: 'INSUFFICIENT_FUNDS',
      message: expect.stringContaining('may carry an inscription'),
      hints: [expect.stringContaining('wallet itself')],
    }
    const transfer = { from, to, amount: 12_000n }
    await expect(adapter.quoteTransfer(context, transfer)).rejects.toMatchObject(told)
    await expect(adapter.toTransaction(context, transfer)).rejects.toMatchObject(told)
    // More than there is stays what it is, and so does what only others have to confirm.
    const much = { ...transfer, amount: 25_000n }
    const plain = { message: expect.not.stringContaining('inscription') }
    await expect(adapter.toTransaction(context, much)).rejects.toMatchObject(plain)
    server.pay(from, 100_000n, false)
    await expect(adapter.toTransaction(context, much)).rejects.toMatchObject({
      message: expect.stringContaining('unconfirmed'),
    })
    expect([...wallet.calls, ...server.posts]).toEqual([])
  })

  it('behavior: the payment account spends its small coins and never those of the ordinal account', async () => {
    const { server, wallet, to, from, context } = await setUp()
    server.pay(from, 500_000n)
    for (const coin of [9_999n, 10_000n]) server.pay(wallet.address, coin)
    const transfer = { from: wallet.address, to, amount: 15_000n }
    const { spent } = await spendingOf(adapter.toTransaction(context, transfer))
    expect(spent).toEqual([10_000n, 9_999n])
    await expect(adapter.toTransaction(context, { ...transfer, amount: 30_000n })).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      message: expect.not.stringContaining('inscription'),
    })
  })
})

describe('the fee that was shown', () => {
  it('behavior: is not exceeded while the network asks for up to a quarter more', async () => {
    const { server, wallet, to, context } = await setUp()
    server.pay(wallet.address, 200_000n)
    const transfer = { from: wallet.address, to, amount: 50_000n }
    server.state.estimates = { 3: 8 }
    const { fee: maxFee } = await adapter.quoteTransfer(context, transfer)
    const feeAt = async (rate: number) => {
      server.state.estimates = { 3: rate }
      const { spent, paid } = await spendingOf(adapter.toTransaction(context, { ...transfer, maxFee }))
      return sum(spent) - sum(paid)
    }
    for (const rate of [8, 8.01, 9, 9.99]) expect(await feeAt(rate)).toBe(maxFee)
    expect(Number(await feeAt(4))).toBeCloseTo(Number(maxFee) / 2, -1)
    await expect(feeAt(10.1)).rejects.toMatchObject({
      code: 'FEE_CAP_TOO_LOW',
      message: `The network fee has risen above the 0.0000${maxFee} BTC that were shown.`,
    })
    expect(wallet.calls).toEqual([])
  })

  it('behavior: holds for all that there is, too; a fee that rose is not called a lack of money', async () => {
    const { server, wallet, to, context } = await setUp()
    server.pay(wallet.address, 60_000n)
    server.pay(wallet.address, 40_000n)
    server.state.estimates = { 3: 8 }
    const transfer = { from: wallet.address, to }
    const { fee: maxFee } = await adapter.quoteTransfer(context, { ...transfer, amount: 1n })
    const all = { ...transfer, amount: 100_000n - maxFee, maxFee }
    server.state.estimates = { 3: 9 }
    expect(await spendingOf(adapter.toTransaction(context, all))).toEqual({
      spent: [60_000n, 40_000n],
      paid: [100_000n - maxFee],
    })
    server.state.estimates = { 3: 12 }
    await expect(adapter.toTransaction(context, all)).rejects.toMatchObject({ code: 'FEE_CAP_TOO_LOW' })
    await expect(adapter.toTransaction(context, { ...all, amount: 100_000n })).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
    })
  })
})
