import { getBalance, getBalances, quoteTransfer, sendTransfer, waitForTransactionReceipt } from '@latchkey/core'
import { solanaTokens } from '@latchkey/devnet'
import { solana } from '@latchkey/solana'
import { createSolanaRpc, address as toAddress } from '@solana/kit'
import { describe, expect, it } from 'vitest'
import { solanaWorld } from '../../test/solanaWorld.js'

const world = solanaWorld()
const usdc = solanaTokens[0]?.address ?? ''
/** What an account without data must hold, and one of a token. */
const rent = 890_880n
const tokenRent = 2_039_280n

const held = async (config: Parameters<typeof getBalances>[0], owner: string, symbol: string) =>
  (await getBalances(config, { account: `${world.chain.chainId}:${owner}`, forceUpdate: [] })).find(
    (each) => each.symbol === symbol,
  )?.quantity.numeric

describe('a transfer of SOL', () => {
  it.each([true, false])('behavior: costs what was quoted and arrives; the wallet sends itself: %s', async (sends) => {
    const { config, account, wallet } = await world.connected({ sends })
    const { address: to } = await world.stranger()
    const before = (await getBalance(config, { account, force: true })).value
    const quote = await quoteTransfer(config, { to, amount: 2_000_000n })
    expect(quote).toEqual({ fee: 5000n, nativeBalance: before, reserve: rent })
    const hash = await sendTransfer(config, { to, amount: 2_000_000n })
    expect(wallet.asked.map(({ method }) => method)).toEqual([sends ? 'signAndSendTransaction' : 'signTransaction'])
    const { status, blockNumber } = await waitForTransactionReceipt(config, { hash })
    expect(status).toBe('confirmed')
    expect(blockNumber).toBeGreaterThan(0n)
    expect((await getBalance(config, { account, force: true })).value).toBe(before - 2_000_000n - quote.fee)
    const { value } = await createSolanaRpc(world.chain.url).getBalance(toAddress(to)).send()
    expect(value).toBe(2_000_000n)
  })

  it('error: too little for a receiver who has no account yet is refused with the least that is possible', async () => {
    const { config, wallet } = await world.connected()
    const { address: to } = await world.stranger()
    const refused = { code: 'INVALID_AMOUNT', message: expect.stringContaining('0.00089088 SOL') }
    await expect(quoteTransfer(config, { to, amount: rent - 1n })).rejects.toMatchObject(refused)
    await expect(sendTransfer(config, { to, amount: rent - 1n })).rejects.toMatchObject(refused)
    expect(wallet.asked).toEqual([])
    expect(
      await waitForTransactionReceipt(config, { hash: await sendTransfer(config, { to, amount: rent }) }),
    ).toMatchObject({
      status: 'confirmed',
    })
    expect((await quoteTransfer(config, { to, amount: 1n })).fee).toBe(5000n)
  })

  it('error: what would leave the sender with less than rent is refused; all of it can go', async () => {
    const adapter = solana()
    const sender = await world.stranger({ isFunded: true })
    const { address: to } = await world.stranger()
    const transfer = (amount: bigint) => adapter.toTransaction(world.context(), { from: sender.address, to, amount })
    const all = 10_000_000_000n - 5000n
    await expect(transfer(all - rent + 1n)).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      message: expect.stringContaining('rent'),
    })
    await expect(transfer(all + 1n)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
    await expect(transfer(all + 5001n)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
    expect((await transfer(all - rent)).bytes?.length).toBeGreaterThan(64)
    const transaction = await transfer(all)
    const hash = await adapter.sendTransaction(sender.provider, {
      address: sender.address,
      chainId: world.chain.chainId,
      transaction,
      context: world.context(),
    })
    expect(await adapter.waitForTransactionReceipt(world.context(), { hash })).toMatchObject({ status: 'confirmed' })
    expect(await adapter.getBalance(world.context(), sender.address)).toBe(0n)
  })

  it('error: an account without anything, an amount that fits nothing', async () => {
    const adapter = solana()
    const [{ address: from }, { address: to }] = [await world.stranger(), await world.stranger()]
    for (const amount of [0n, -1n, 1n << 64n])
      await expect(adapter.toTransaction(world.context(), { from, to, amount })).rejects.toMatchObject({
        code: 'INVALID_AMOUNT',
      })
    await expect(adapter.quoteTransfer(world.context(), { from, to, amount: rent })).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
    })
  })

  it.each([
    ['a token', usdc],
    ['a program', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
    ['what belongs to a program', 'SysvarRent111111111111111111111111111111111'],
  ])('error: %s is no receiver, of SOL and of tokens', async (_, to) => {
    const { config } = await world.connected()
    const refused = { code: 'INVALID_ADDRESS', message: expect.stringContaining('not of a wallet') }
    await expect(quoteTransfer(config, { to, amount: rent })).rejects.toMatchObject(refused)
    await expect(sendTransfer(config, { to, amount: 1n, token: usdc })).rejects.toMatchObject(refused)
  })
})

describe('a transfer of a token', () => {
  it('behavior: makes the account of a new receiver and pays its rent, and uses it from then on', async () => {
    const { config, account, wallet } = await world.connected({ index: 3 })
    await world.chain.fund(wallet.address)
    const { address: to } = await world.stranger()
    const transfer = { to, amount: 1_250_000n, token: usdc }
    const first = await quoteTransfer(config, transfer)
    expect(first).toMatchObject({ fee: 5000n, reserve: tokenRent + rent })
    const before = (await getBalance(config, { account, force: true })).value
    await waitForTransactionReceipt(config, { hash: await sendTransfer(config, transfer) })
    expect((await getBalance(config, { account, force: true })).value).toBe(before - tokenRent - 5000n)
    expect(await held(config, to, 'USDC')).toBe('1.25')
    expect((await quoteTransfer(config, transfer)).reserve).toBe(rent)
    await waitForTransactionReceipt(config, { hash: await sendTransfer(config, { ...transfer, amount: 750_000n }) })
    expect(await held(config, to, 'USDC')).toBe('2')
  })

  it('error: more than is held, an invalid token, and SOL that does not reach for the account', async () => {
    const { config, wallet } = await world.connected()
    await world.chain.fund(wallet.address)
    const { address: to } = await world.stranger()
    await expect(quoteTransfer(config, { to, amount: 10n ** 15n, token: usdc })).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
    })
    await expect(quoteTransfer(config, { to, amount: 1n, token: wallet.address })).rejects.toMatchObject({
      code: 'INVALID_ADDRESS',
    })
    // Somebody with tokens and hardly any SOL.
    const poor = await world.stranger({ isFunded: true })
    const adapter = solana()
    const emptied = await adapter.toTransaction(world.context(), {
      from: poor.address,
      to: wallet.address,
      amount: 10_000_000_000n - 5000n - rent,
    })
    const parts = { address: poor.address, chainId: world.chain.chainId, context: world.context() }
    const hash = await adapter.sendTransaction(poor.provider, { ...parts, transaction: emptied })
    await adapter.waitForTransactionReceipt(world.context(), { hash })
    const transfer = { from: poor.address, to, amount: 1n, token: usdc }
    const quote = await adapter.quoteTransfer(world.context(), transfer)
    expect(quote.fee + (quote.reserve ?? 0n)).toBeGreaterThan(quote.nativeBalance)
    await expect(adapter.toTransaction(world.context(), transfer)).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      message: expect.stringContaining('rent of a new account'),
    })
  })
})
