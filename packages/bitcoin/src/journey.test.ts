import {
  type Config,
  connect,
  createConfig,
  createSendFlow,
  getBalance,
  quoteTransfer,
  sendTransfer,
  waitForTransactionReceipt,
} from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { startBitcoinChain } from '@latchkey/devnet'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { bitcoin as bitcoinFamily } from './bitcoin.js'
import { createFakeBitcoin, type FakeBitcoinParameters } from './testing/createFakeBitcoin.js'

const bitcoin = 100_000_000n
let ledger: Awaited<ReturnType<typeof startBitcoinChain>>
let count = 0
beforeAll(async () => {
  ledger = await startBitcoinChain({ port: 0 })
})
afterAll(() => ledger.stop())

/** A page on a real chain with a Bitcoin wallet that holds one bitcoin, and somebody to pay. */
async function setUp(parameters: FakeBitcoinParameters & { isOrdinal?: boolean } = {}) {
  const { isOrdinal, ...rest } = parameters
  const wallet = await createFakeBitcoin({ seed: `sender ${count++}`, ...rest })
  const receiver = await createFakeBitcoin({ seed: `receiver ${count}` })
  const address = isOrdinal ? wallet.ordinalAddress : wallet.address
  await ledger.fund(address)
  const fake = createFakeConnector({
    id: 'btc',
    namespaces: ['bip122'],
    addresses: [address],
    chainId: ledger.chainId,
    getProvider: async () => wallet.provider,
  })
  const { chainId: caipNetworkId, name, nativeCurrency, url } = ledger
  const chain = {
    id: caipNetworkId.slice('bip122:'.length),
    chainNamespace: 'bip122',
    caipNetworkId,
    name,
    nativeCurrency,
    rpcUrls: { default: { http: [url] } },
    testnet: true,
  } as const
  const config = createConfig({
    chains: [chain],
    namespaces: [bitcoinFamily()],
    connectors: [fake.create],
    storage: null,
  })
  await connect(config, { connector: 'btc' })
  const held = async (owner: string) => (await bitcoinFamily().getBalance({ chain, rpcUrls: [url] }, owner)) as bigint
  return { wallet, receiver, address, config, held }
}

function contextOf(config: Config) {
  const [chain] = config.chains
  if (!chain) throw new Error('The page has one.')
  return { chain, rpcUrls: chain.rpcUrls.default.http }
}

describe('on a real chain', () => {
  it.each([
    ['P2WPKH', {}],
    ['P2SH-P2WPKH', { kind: 'p2sh' }],
    ['P2PKH', { kind: 'p2pkh' }],
    ['P2TR', { isOrdinal: true }],
  ] as const)(
    'connect, see the balance, send from %s to each kind, and be told of the block',
    async (_, parameters) => {
      const { receiver, address, config, held } = await setUp(parameters)
      const account = `${ledger.chainId}:${address}` as const
      expect((await getBalance(config, { account })).value).toBe(bitcoin)
      const { fee } = await quoteTransfer(config, { to: receiver.address, amount: 30_000_000n })
      const hash = await sendTransfer(config, { to: receiver.address, amount: 30_000_000n })
      // Its change may be spent at once, before a block holds it.
      const second = await sendTransfer(config, { to: receiver.ordinalAddress, amount: 10_000_000n })
      expect(await waitForTransactionReceipt(config, { hash: second })).toMatchObject({ status: 'confirmed' })
      expect(await waitForTransactionReceipt(config, { hash })).toMatchObject({ status: 'confirmed' })
      expect(await held(receiver.address)).toBe(30_000_000n)
      expect(await held(receiver.ordinalAddress)).toBe(10_000_000n)
      const left = await held(address)
      expect(left).toBeLessThan(60_000_000n - fee)
      expect(left).toBeGreaterThan(60_000_000n - 5n * fee)
    },
  )

  it('by the send flow: max leaves the fee, and what is left is nothing', async () => {
    const { receiver, address, config, held } = await setUp({ isOrdinal: true })
    const flow = createSendFlow(config, { locale: 'en' })
    flow.offer(await bitcoinFamily().getBalances(contextOf(config), address))
    flow.edit({ to: receiver.address })
    await flow.max()
    await vi.waitFor(() => expect(flow.getState().isReady).toBe(true))
    flow.review()
    await flow.confirm()
    await vi.waitFor(() => expect(flow.getState().phase).toBe('confirmed'))
    flow.destroy()
    expect(await held(address)).toBe(0n)
    expect(await held(receiver.address)).toBeGreaterThan(99_000_000n)
  })

  it('what may carry an inscription stays at the ordinal account, whatever leaves it', async () => {
    const { receiver, address, config, held } = await setUp({ isOrdinal: true })
    const giver = await setUp()
    for (const postage of [546n, 10_000n]) await sendTransfer(giver.config, { to: address, amount: postage })
    const { fee, nativeBalance, reserve = 0n } = await quoteTransfer(config, { to: receiver.address, amount: 1n })
    expect([nativeBalance, reserve]).toEqual([bitcoin + 10_546n, 10_546n])
    const all = nativeBalance - reserve - fee
    await sendTransfer(config, { to: receiver.address, amount: all, maxFee: fee })
    expect([await held(address), await held(receiver.address)]).toEqual([10_546n, all])
    await expect(sendTransfer(config, { to: receiver.address, amount: 5_000n })).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      message: expect.stringContaining('may carry an inscription'),
    })
  })

  it('all of it can be sent, and nothing is left', async () => {
    const { receiver, address, config, held } = await setUp()
    await ledger.fund(address)
    const { fee, nativeBalance, reserve = 0n } = await quoteTransfer(config, { to: receiver.address, amount: 1n })
    expect([nativeBalance, reserve]).toEqual([2n * bitcoin, 0n])
    await sendTransfer(config, { to: receiver.address, amount: nativeBalance - fee })
    expect(await held(address)).toBe(0n)
    expect(await held(receiver.address)).toBe(2n * bitcoin - fee)
  })

  it('error: a signature that is wrong in one bit is refused by the chain, and named', async () => {
    const { wallet, receiver, address, config, held } = await setUp()
    const { signPsbt } = wallet.provider
    Object.assign(wallet.provider, {
      async signPsbt(request: Parameters<typeof signPsbt>[0]) {
        const { psbt } = await signPsbt(request)
        const spoiled = Uint8Array.from(psbt)
        // A signature of ECDSA begins with 0x30; one bit in its middle makes it another's.
        const at = spoiled.findIndex((byte, index) => byte === 0x30 && spoiled[index + 2] === 2 && index > 60)
        spoiled[at + 12] = (spoiled[at + 12] ?? 0) ^ 1
        return { psbt: spoiled }
      },
    })
    await expect(sendTransfer(config, { to: receiver.address, amount: 1_000_000n })).rejects.toMatchObject({
      code: 'WALLET_BAD_ANSWER',
      message: 'The signature of the wallet is not valid. Nothing was sent.',
    })
    expect(await held(address)).toBe(bitcoin)
  })
})
