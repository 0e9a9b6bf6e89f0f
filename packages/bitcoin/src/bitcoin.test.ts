import { LatchkeyError } from '@latchkey/protocol/errors'
import { Verifier } from 'bip322-js'
import { describe, expect, it } from 'vitest'
import { btc, testChain } from '../../core/test/chains.js'
import { esploraServer } from '../test/esploraServer.js'
import { bitcoin } from './bitcoin.js'
import { createFakeBitcoin, type FakeBitcoinParameters } from './testing/createFakeBitcoin.js'

const chainId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const adapter = bitcoin()

/** A ledger, a wallet and somebody to pay. */
async function setUp(parameters: FakeBitcoinParameters = {}) {
  const server = await esploraServer()
  const wallet = await createFakeBitcoin(parameters)
  const receiver = await createFakeBitcoin({ seed: 'receiver' })
  const chain = testChain(chainId, {
    testnet: true,
    name: 'Local Bitcoin',
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  })
  const context = { chain, rpcUrls: [server.url] }
  const send = async (amount: bigint, from = wallet.address, to = receiver.address) =>
    adapter.sendTransaction(wallet.provider, {
      address: from,
      chainId,
      context,
      transaction: await adapter.toTransaction(context, { from, to, amount }),
    })
  return { server, wallet, receiver, chain, context, send }
}

describe('balances', () => {
  it('what is confirmed and what is pending is counted, what was spent is not', async () => {
    const { server, wallet, context, send } = await setUp()
    expect(await adapter.getBalance(context, wallet.address)).toBe(0n)
    server.pay(wallet.address, 300_000n)
    server.pay(wallet.address, 5n, false)
    expect(await adapter.getBalance(context, wallet.address)).toBe(300_005n)
    const txid = await send(100_000n)
    expect(await adapter.getBalance(context, wallet.address)).toBe(200_005n - server.read(txid).fee)
    expect(await adapter.getBalances(context, wallet.ordinalAddress)).toEqual([
      {
        name: 'Bitcoin',
        symbol: 'BTC',
        chainId,
        price: 0,
        quantity: { decimals: '8', numeric: '0' },
        iconUrl: '',
      },
    ])
    const drawn = { ...context, chain: { ...context.chain, iconUrl: 'https://app.example/bitcoin.svg' } }
    const [coin] = await adapter.getBalances(drawn, wallet.ordinalAddress)
    expect(coin?.iconUrl).toBe('https://app.example/bitcoin.svg')
  })

  it('error: what is no address is not asked for', async () => {
    const { server, context } = await setUp()
    for (const text of ['', '../fee-estimates', 'bcrt1qq', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'])
      await expect(adapter.getBalance(context, text)).rejects.toMatchObject({ code: 'INVALID_ADDRESS' })
    expect(server.seen).toEqual([])
  })
})

describe('sending', () => {
  it.each([
    ['p2wpkh', {}],
    ['p2sh', { kind: 'p2sh' }],
    ['p2pkh', { kind: 'p2pkh' }],
  ] as const)(
    'from %s: pays the amount, gives the change back, and pays what the next blocks ask for',
    async (name, kind) => {
      const { server, wallet, receiver, context, send } = await setUp(kind)
      server.pay(wallet.address, 60_000n)
      server.pay(wallet.address, 80_000n)
      server.pay(wallet.address, 20_000n)
      const quote = await adapter.quoteTransfer(context, {
        from: wallet.address,
        to: receiver.address,
        amount: 100_000n,
      })
      const txid = await send(100_000n)
      const { outputs, fee, vsize, inputs } = server.read(txid)
      expect(outputs).toEqual([
        [receiver.address, 100_000n],
        [wallet.address, 40_000n - fee],
      ])
      expect(inputs).toBe(2)
      expect(quote).toEqual({ fee, nativeBalance: 160_000n })
      // 2.5 satoshi per virtual byte for three blocks; signatures may come out a byte shorter than counted.
      expect(Number(fee) / vsize).toBeGreaterThanOrEqual(2.5)
      expect(Number(fee) / vsize).toBeLessThan(2.7)
      // The wallet is asked for its key only where the address does not tell enough.
      expect(wallet.calls).toEqual(name === 'p2sh' ? ['getAccounts', 'signPsbt'] : ['signPsbt'])
    },
  )

  it('from a Taproot account: the key behind the output is told to the wallet', async () => {
    const { server, wallet, receiver, send } = await setUp()
    server.pay(wallet.ordinalAddress, 60_000n)
    const txid = await send(30_000n, wallet.ordinalAddress, receiver.ordinalAddress)
    expect(server.read(txid).outputs[0]).toEqual([receiver.ordinalAddress, 30_000n])
  })

  it('the whole balance can be sent: what is quoted for the least is what it costs to leave nothing', async () => {
    const { server, wallet, receiver, context, send } = await setUp()
    server.pay(wallet.address, 60_000n)
    server.pay(wallet.address, 30_000n)
    server.pay(wallet.address, 100n)
    server.pay(wallet.address, 9_000n, false)
    const quote = await adapter.quoteTransfer(context, { from: wallet.address, to: receiver.address, amount: 1n })
    // A coin that costs more than it holds, and one that somebody may still take back.
    expect(quote.reserve).toBe(9_100n)
    const all = quote.nativeBalance - quote.fee - (quote.reserve ?? 0n)
    const txid = await send(all)
    expect(server.read(txid)).toMatchObject({ outputs: [[receiver.address, all]], fee: quote.fee })
  })

  it('own change is spent before a block holds it, what others sent is not', async () => {
    const { server, wallet, context, receiver, send } = await setUp()
    server.pay(wallet.address, 100_000n)
    server.pay(wallet.address, 500_000n, false)
    await send(30_000n)
    const second = await send(30_000n)
    expect(server.has(second)).toBe(true)
    const transfer = { from: wallet.address, to: receiver.address, amount: 300_000n }
    const error = { code: 'INSUFFICIENT_FUNDS', message: expect.stringContaining('unconfirmed') }
    await expect(adapter.toTransaction(context, transfer)).rejects.toMatchObject(error)
    await expect(adapter.quoteTransfer(context, transfer)).rejects.toMatchObject(error)
    server.mine()
    await send(300_000n)
  })

  it('a wish without a PSBT goes to the way of sending that the wallet has', async () => {
    const sent: unknown[] = []
    const txid = 'ab'.repeat(32)
    const sendTransfer = async (request: unknown) => {
      sent.push(request)
      return txid
    }
    const { wallet, receiver, context, server } = await setUp({ sendTransfer })
    const parameters = { address: wallet.address, chainId, context } as const
    const transaction = { to: receiver.address, value: 7_000n }
    expect(await adapter.sendTransaction(wallet.provider, { ...parameters, transaction })).toBe(txid)
    expect(sent).toEqual([{ address: wallet.address, chainId, to: receiver.address, amount: 7_000n }])
    const plain = await createFakeBitcoin()
    server.pay(wallet.address, 60_000n)
    const own = await adapter.sendTransaction(plain.provider, { ...parameters, transaction })
    expect(server.read(own).outputs[0]).toEqual([receiver.address, 7_000n])
    wallet.switches.nonsense = true
    await expect(adapter.sendTransaction(wallet.provider, { ...parameters, transaction })).rejects.toMatchObject({
      code: 'WALLET_BAD_ANSWER',
    })
  })

  it('a wallet that knows no PSBTs sends by itself, what was planned', async () => {
    const sent: unknown[] = []
    const { server, wallet, receiver, context } = await setUp({
      sendTransfer: async ({ to, amount }) => {
        sent.push({ to, amount })
        return 'ab'.repeat(32)
      },
    })
    server.pay(wallet.address, 60_000n)
    const { address } = wallet
    const transaction = await adapter.toTransaction(context, { from: address, to: receiver.address, amount: 9_000n })
    const signPsbt = () => Promise.reject(new LatchkeyError('UNSUPPORTED_METHOD', 'The wallet knows no PSBTs.'))
    const request = { address, chainId, context, transaction } as const
    await adapter.sendTransaction({ ...wallet.provider, signPsbt }, request)
    expect(sent).toEqual([{ to: receiver.address, amount: 9_000n }])
    // Only where it has such a way, and never after another fault.
    const { sendTransfer: _, ...plain } = wallet.provider
    await expect(adapter.sendTransaction({ ...plain, signPsbt }, request)).rejects.toMatchObject({
      code: 'UNSUPPORTED_METHOD',
    })
    wallet.switches.reject = true
    await expect(adapter.sendTransaction(wallet.provider, request)).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(sent).toHaveLength(1)
  })

  it('of a PSBT that an app made, only the inputs of the account are to be signed', async () => {
    const { server, wallet, receiver, context } = await setUp()
    server.pay(wallet.address, 60_000n)
    const { bytes } = await adapter.toTransaction(context, {
      from: wallet.address,
      to: receiver.address,
      amount: 9_000n,
    })
    const request = { address: receiver.address, chainId, context, transaction: { bytes } } as const
    await expect(adapter.sendTransaction(receiver.provider, request as never)).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
    })
    await expect(
      adapter.sendTransaction(wallet.provider, {
        ...request,
        address: wallet.address,
        transaction: { bytes: Uint8Array.of(1, 2, 3) },
      }),
    ).rejects.toMatchObject({ code: 'INVALID_PARAMS', message: expect.stringContaining('not a PSBT') })
    expect([receiver.calls, wallet.calls]).toEqual([[], []])
  })

  it('without a node of ours the wallet sends what it signed', async () => {
    const { server, wallet, receiver, context } = await setUp()
    server.pay(wallet.address, 60_000n)
    const transaction = await adapter.toTransaction(context, {
      from: wallet.address,
      to: receiver.address,
      amount: 30_000n,
    })
    const { finishPsbt } = await import('./sending/psbt.js')
    const asked: unknown[] = []
    const provider = {
      ...wallet.provider,
      async signPsbt(request: Parameters<typeof wallet.provider.signPsbt>[0]) {
        asked.push(request.broadcast)
        const { psbt } = await wallet.provider.signPsbt(request)
        return { psbt, txid: finishPsbt(request.psbt, psbt).txid }
      },
    }
    const parameters = { address: wallet.address, chainId, transaction, context: { ...context, rpcUrls: [] } } as const
    expect(await adapter.sendTransaction(provider, parameters)).toMatch(/^[0-9a-f]{64}$/)
    await adapter.sendTransaction(provider, { ...parameters, context })
    expect(asked).toEqual([true, false])
    expect(server.posts).toEqual([])
    // One that only signed has sent nothing.
    await expect(adapter.sendTransaction(wallet.provider, parameters)).rejects.toMatchObject({
      code: 'WALLET_BAD_ANSWER',
    })
  })
})

describe('messages', () => {
  it('signs by BIP-322 with both kinds of account, as another library verifies', async () => {
    const { wallet } = await setUp()
    for (const address of [wallet.address, wallet.ordinalAddress]) {
      for (const message of ['Hello', '', 'Grüße 🌍\n2', new TextEncoder().encode('bytes')]) {
        const signature = await adapter.signMessage(wallet.provider, { address, chainId, message })
        const text = typeof message === 'string' ? message : 'bytes'
        expect(Verifier.verifySignature(address, text, signature)).toBe(true)
        expect(Verifier.verifySignature(address, `${text}.`, signature)).toBe(false)
      }
    }
  })

  it('error: bytes that are no text, a refusal, nonsense', async () => {
    const { wallet } = await setUp()
    const { address } = wallet
    const parameters = { address, chainId, message: 'Hello' } as const
    await expect(
      adapter.signMessage(wallet.provider, { ...parameters, message: Uint8Array.of(0xff, 0xfe) }),
    ).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    wallet.switches.reject = true
    await expect(adapter.signMessage(wallet.provider, parameters)).rejects.toMatchObject({ code: 'USER_REJECTED' })
    wallet.switches.reject = false
    wallet.switches.nonsense = true
    await expect(adapter.signMessage(wallet.provider, parameters)).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
  })
})

describe('addresses', () => {
  it('the checksum is part of an address', async () => {
    const right = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
    const wrong = right.replace('q5', 'q6').replace('mdq', 'mdp')
    expect([right, wrong].map(adapter.isAddress)).toEqual([true, false])
    expect(await Promise.all([right, wrong].map(adapter.hasValidChecksum))).toEqual([true, false])
  })

  it('error: an address of another Bitcoin network is refused before anybody is asked, and named', async () => {
    const { server, wallet, context } = await setUp()
    const main = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
    const told = {
      code: 'INVALID_ADDRESS',
      message: 'This address belongs to the Bitcoin main network, not to Local Bitcoin. Nothing was sent.',
    }
    const transfer = { from: wallet.address, to: main, amount: 10_000n }
    await expect(adapter.toTransaction(context, transfer)).rejects.toMatchObject(told)
    await expect(adapter.quoteTransfer(context, transfer)).rejects.toMatchObject(told)
    const transaction = { to: main, value: 10_000n }
    const parameters = { address: wallet.address, chainId, context, transaction } as const
    await expect(adapter.sendTransaction(wallet.provider, parameters)).rejects.toMatchObject(told)
    const onMain = { chain: btc, rpcUrls: context.rpcUrls }
    await expect(adapter.toTransaction(onMain, { ...transfer, from: main, to: wallet.address })).rejects.toMatchObject({
      code: 'INVALID_ADDRESS',
      message: expect.stringContaining('a local Bitcoin network'),
    })
    expect([...server.seen, ...wallet.calls]).toEqual([])
  })
})
