import { createHash, createPublicKey, verify } from 'node:crypto'
import { fromBase64, fromBech32, fromHex, toBech32 } from '@cosmjs/encoding'
import { createConfig } from '@latchkey/core'
import { startCosmosLedger } from '@latchkey/devnet'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { testChain } from '../../core/test/chains.js'
import { dataServer } from '../../core/test/dataServer.js'
import { cosmos } from './cosmos.js'
import type { CosmosParameters } from './parameters.js'
import { createFakeCosmos } from './testing/createFakeCosmos.js'

const adapter = cosmos()
const chainId = 'cosmos:latchkey-1'
const nativeCurrency = { name: 'Atom', symbol: 'ATOM', decimals: 6 }
const chain = testChain(chainId, { testnet: true, nativeCurrency })
const ten = 10_000_000n

let ledger: Awaited<ReturnType<typeof startCosmosLedger>>
let count = 0
beforeAll(async () => {
  ledger = await startCosmosLedger({ port: 0 })
})
afterAll(() => ledger.stop())

/** A wallet with 10 ATOM on the ledger, and somebody to pay. */
async function setUp(parameters: Parameters<typeof createFakeCosmos>[0] = {}) {
  const wallet = await createFakeCosmos({ seed: `sender ${count++}`, ...parameters })
  const { address: to } = await createFakeCosmos({ seed: `receiver ${count}` })
  await ledger.fund(wallet.address)
  const context = { chain, rpcUrls: [ledger.url] }
  const balanceOf = (address: string) => adapter.getBalance(context, address)
  const send = async (amount: bigint) => {
    const transaction = await adapter.toTransaction(context, { from: wallet.address, to, amount })
    return adapter.sendTransaction(wallet.provider, { address: wallet.address, chainId, context, transaction })
  }
  return { wallet, to, context, balanceOf, send }
}

/** Whether a signature is over these bytes, by the platform's own cryptography. */
function isSigned(document: string, signature: string, publicKey: string): boolean {
  const head = Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex')
  const key = createPublicKey({ key: Buffer.concat([head, fromHex(publicKey)]), format: 'der', type: 'spki' })
  return verify('sha256', Buffer.from(document), { key, dsaEncoding: 'ieee-p1363' }, fromBase64(signature))
}

describe('addresses', () => {
  it('reads what the reference library writes, for accounts of one key and of several', () => {
    for (let round = 0; round < 200; round++) {
      const size = round % 2 ? 20 : 32
      const account = createHash('sha256').update(String(round)).digest().subarray(0, size)
      const address = toBech32(['cosmos', 'osmo', 'celestia', 'inj', 'a1b'][round % 5] ?? '', account)
      expect(adapter.isAddress(address), address).toBe(true)
    }
  })

  it('agrees with the reference library on what one wrong character makes of an address', async () => {
    const address = toBech32(
      'cosmos',
      new Uint8Array(20).map((_, at) => at * 13),
    )
    const isRight = (text: string) => {
      try {
        const { data } = fromBech32(text, 120)
        return (data.length === 20 || data.length === 32) && text === text.toLowerCase()
      } catch {
        return false
      }
    }
    for (let at = 0; at < address.length; at++) {
      for (const other of ['q', '1', 'b', 'A', ' ', 'é']) {
        const spoiled = `${address.slice(0, at)}${other}${address.slice(at + 1)}`
        expect(adapter.isAddress(spoiled), spoiled).toBe(isRight(spoiled))
      }
    }
    expect(await adapter.hasValidChecksum(`${address.slice(0, -1)}${address.endsWith('q') ? 'p' : 'q'}`)).toBe(false)
  })

  it.each([
    '',
    '1',
    'cosmos1',
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
    `cosmos1${'q'.repeat(300)}`,
  ])('error: %s is none', (text) => {
    expect(adapter.isAddress(text)).toBe(false)
  })
})

describe('balances', () => {
  it('reads the native coin, under the name that it has on the chain', async () => {
    const { wallet, to, context, balanceOf } = await setUp()
    expect(await balanceOf(wallet.address)).toBe(ten)
    expect(await balanceOf(to)).toBe(0n)
    expect(await adapter.getBalances(context, wallet.address)).toMatchObject([
      { symbol: 'ATOM', chainId, quantity: { decimals: '6', numeric: '10' } },
    ])
    const other = cosmos({ denoms: { [chainId]: 'basecro' } })
    expect(await other.getBalance(context, wallet.address)).toBe(0n)
    const fine = { ...context, chain: testChain(chainId, { nativeCurrency: { ...nativeCurrency, decimals: 18 } }) }
    expect(await adapter.getBalance(fine, wallet.address)).toBe(0n)
  })

  it('error: a node of another chain, a refusal, nonsense, what is no address', async () => {
    const { wallet, context } = await setUp()
    const other = { ...context, chain: testChain('cosmos:cosmoshub-4', { nativeCurrency }) }
    await expect(adapter.getBalance(other, wallet.address)).rejects.toMatchObject({
      code: 'RPC_BAD_ANSWER',
      details: 'expected cosmoshub-4, found latchkey-1',
    })
    const { address: foreign } = await createFakeCosmos({ prefix: 'osmo' })
    await expect(adapter.getBalance(context, foreign)).rejects.toMatchObject({
      code: 'RPC_ERROR',
      details: expect.stringContaining('invalid address'),
    })
    await expect(adapter.getBalance(context, '../../x')).rejects.toMatchObject({ code: 'INVALID_ADDRESS' })
    const path = `/cosmos/bank/v1beta1/balances/${wallet.address}/by_denom`
    for (const answer of [
      {},
      { balance: null },
      { balance: { denom: 'uatom', amount: '-1' } },
      { balance: { denom: 'x', amount: '1' } },
      { balance: { denom: 'uatom', amount: 5 } },
    ]) {
      const { url } = await dataServer({ [path]: answer })
      const asked = adapter.getBalance({ ...context, rpcUrls: [url] }, wallet.address)
      await expect(asked, JSON.stringify(answer)).rejects.toMatchObject({ code: 'RPC_BAD_ANSWER' })
    }
  })
})

describe('sending', () => {
  it('moves the amount on a ledger that checks signature, sequence and chain; twice in turn', async () => {
    const { wallet, to, context, balanceOf, send } = await setUp()
    const { fee, nativeBalance } = await adapter.quoteTransfer(context, {
      from: wallet.address,
      to,
      amount: 1_000_000n,
    })
    expect([fee, nativeBalance]).toEqual([3_000n, ten])
    const hash = await send(1_000_000n)
    expect(await adapter.waitForTransactionReceipt(context, { hash })).toMatchObject({ status: 'confirmed' })
    await adapter.waitForTransactionReceipt(context, { hash: await send(2_000_000n) })
    expect(await balanceOf(to)).toBe(3_000_000n)
    expect(await balanceOf(wallet.address)).toBe(ten - 3_000_000n - 2n * fee)
    expect(wallet.calls).toEqual(['signAmino', 'signAmino'])
  })

  it('the fee may be chosen in the wallet, and by the app for a chain', async () => {
    const { wallet, to, context, balanceOf, send } = await setUp()
    wallet.switches.doubleFee = true
    await adapter.waitForTransactionReceipt(context, { hash: await send(1_000_000n) })
    expect(await balanceOf(wallet.address)).toBe(ten - 1_000_000n - 6_000n)
    const dear = cosmos({ gasPrices: { [chainId]: 0.1 } })
    expect(await dear.quoteTransfer(context, { from: wallet.address, to, amount: 1n })).toMatchObject({ fee: 12_000n })
  })

  it('error: a receiver of another chain is refused before anybody is asked, and the beginnings are named', async () => {
    const { wallet, context } = await setUp()
    const { address: foreign } = await createFakeCosmos({ prefix: 'osmo' })
    const told = { code: 'INVALID_ADDRESS', message: expect.stringMatching(/begins with "osmo".*"cosmos"/) }
    const transfer = { from: wallet.address, to: foreign, amount: 1n }
    await expect(adapter.quoteTransfer(context, transfer)).rejects.toMatchObject(told)
    await expect(adapter.toTransaction(context, transfer)).rejects.toMatchObject(told)
    const request = { address: wallet.address, chainId, context, transaction: { to: foreign, value: 1n } } as const
    await expect(adapter.sendTransaction(wallet.provider, request)).rejects.toMatchObject(told)
    expect(wallet.calls).toEqual([])
  })

  it('error: too much, a token, a wallet that signs messages only, an account that does not exist', async () => {
    const { wallet, to, context } = await setUp({ signsTransfers: false })
    const transfer = { from: wallet.address, to, amount: ten }
    await expect(adapter.toTransaction(context, transfer)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
    await expect(adapter.quoteTransfer(context, { ...transfer, amount: ten + 1n })).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
    })
    await expect(adapter.toTransaction(context, { ...transfer, token: 'uosmo' })).rejects.toMatchObject({
      code: 'SENDING_UNSUPPORTED',
    })
    const request = { address: wallet.address, chainId, context, transaction: { to, value: 1n } } as const
    await expect(adapter.sendTransaction(wallet.provider, request)).rejects.toMatchObject({
      code: 'SENDING_UNSUPPORTED',
    })
    const poor = await createFakeCosmos({ seed: 'poor' })
    await expect(adapter.sendTransaction(poor.provider, { ...request, address: poor.address })).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
    })
    await expect(adapter.sendTransaction(poor.provider, { ...request, transaction: { to } })).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
    })
  })

  it.each([
    ['changeReceiver', 'WALLET_BAD_ANSWER'],
    ['nonsense', 'WALLET_BAD_ANSWER'],
    ['reject', 'USER_REJECTED'],
  ] as const)('error: a wallet with %s ends in %s, and nothing moves', async (name, code) => {
    const { wallet, to, balanceOf, send } = await setUp()
    wallet.switches[name] = true
    await expect(send(1_000_000n)).rejects.toMatchObject({ code })
    expect([await balanceOf(wallet.address), await balanceOf(to)]).toEqual([ten, 0n])
    wallet.switches[name] = false
    await send(1_000_000n)
  })

  it.each([
    [4, 'WALLET_BAD_ANSWER'],
    [5, 'INSUFFICIENT_FUNDS'],
    [13, 'FEE_CAP_TOO_LOW'],
    [32, 'NONCE_TOO_LOW'],
    [11, 'RPC_ERROR'],
    ['500', 'RPC_ERROR'],
    ['nonsense', 'RPC_BAD_ANSWER'],
  ] as const)('error: a node that answers %s to what is sent ends in %s, and is asked once', async (answer, code) => {
    const { wallet, to, context } = await setUp()
    const account = await (await fetch(`${ledger.url}/cosmos/auth/v1beta1/accounts/${wallet.address}`)).json()
    const path = '/cosmos/tx/v1beta1/txs'
    const taken = { tx_response: { txhash: '', code: answer, raw_log: 'reason' } }
    const node = await dataServer({
      [`/cosmos/auth/v1beta1/accounts/${wallet.address}`]: account as object,
      [path]: answer === '500' ? 500 : answer === 'nonsense' ? (response) => response.end('<html>') : taken,
    })
    const request = { address: wallet.address, chainId, transaction: { to, value: 1n } } as const
    const asked = adapter.sendTransaction(wallet.provider, { ...request, context: { ...context, rpcUrls: [node.url] } })
    await expect(asked).rejects.toMatchObject({
      code,
      ...(typeof answer === 'number'
        ? { details: 'reason' }
        : { message: 'Whether the transaction was sent is not known.' }),
    })
    expect(node.count(path)).toBe(1)
  })

  it('the account inside one whose coins are released over time is the one that signs', async () => {
    const { wallet, to, context } = await setUp()
    const inner = { account_number: '77', sequence: '5' }
    const signed: unknown[] = []
    const node = await dataServer({
      [`/cosmos/auth/v1beta1/accounts/${wallet.address}`]: {
        account: { base_vesting_account: { base_account: inner } },
      },
      '/cosmos/tx/v1beta1/txs': { tx_response: { txhash: 'ab'.repeat(32), code: 0 } },
    })
    const signAmino: NonNullable<typeof wallet.provider.signAmino> = async (request) => {
      signed.push(request.signDoc)
      if (!wallet.provider.signAmino) throw new Error('It signs transfers.')
      return wallet.provider.signAmino(request)
    }
    const transaction = { to, value: 1n }
    const hash = await adapter.sendTransaction(
      { ...wallet.provider, signAmino },
      { address: wallet.address, chainId, transaction, context: { ...context, rpcUrls: [node.url] } },
    )
    expect(hash).toBe('AB'.repeat(32))
    expect(signed).toMatchObject([{ account_number: '77', sequence: '5', chain_id: 'latchkey-1' }])
  })
})

describe('waitForTransaction', () => {
  it('tells of one that a block holds and that failed; height nought is no block yet', async () => {
    const hash = 'AB'.repeat(32)
    const path = `/cosmos/tx/v1beta1/txs/${hash}`
    const routes: Parameters<typeof dataServer>[0] = { [path]: 404 }
    const node = await dataServer(routes)
    const waiting = adapter.waitForTransactionReceipt({ chain, rpcUrls: [node.url] }, { hash: hash.toLowerCase() })
    await expect.poll(() => node.count(path)).toBeGreaterThan(0)
    routes[path] = { tx_response: { height: '0', code: 0 } }
    await expect.poll(() => node.count(path)).toBeGreaterThan(2)
    routes[path] = { tx_response: { height: '12', code: 11 } }
    expect(await waiting).toEqual({ status: 'failed', blockNumber: 12n })
  })

  it('error: an abort ends it at once; what is no hash is not waited for', async () => {
    const context = { chain, rpcUrls: [ledger.url] }
    const stop = new AbortController()
    const asked = expect(
      adapter.waitForTransactionReceipt(context, { hash: 'ab'.repeat(32), signal: stop.signal }),
    ).rejects.toMatchObject({ code: 'ABORTED' })
    stop.abort()
    await asked
    await expect(adapter.waitForTransactionReceipt(context, { hash: '0x12' })).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
    })
  })
})

describe('messages', () => {
  it('are signed by ADR-36, as the platform verifies', async () => {
    const { wallet } = await setUp()
    const { address, publicKey } = wallet
    for (const message of ['Hello <b> & more', '', Uint8Array.of(0, 255)]) {
      const signature = await adapter.signMessage(wallet.provider, { address, chainId, message })
      const data = Buffer.from(message).toString('base64')
      const document = `{"account_number":"0","chain_id":"","fee":{"amount":[],"gas":"0"},"memo":"","msgs":[{"type":"sign/MsgSignData","value":{"data":"${data}","signer":"${address}"}}],"sequence":"0"}`
      expect(isSigned(document, signature, publicKey)).toBe(true)
      expect(isSigned(document.replace(data, `A${data}`), signature, publicKey)).toBe(false)
    }
  })

  it.each([
    ['reject', 'USER_REJECTED'],
    ['nonsense', 'WALLET_BAD_ANSWER'],
  ] as const)('error: a wallet with %s ends in %s', async (name, code) => {
    const { wallet } = await setUp()
    wallet.switches[name] = true
    const request = { address: wallet.address, chainId, message: 'Hello' } as const
    await expect(adapter.signMessage(wallet.provider, request)).rejects.toMatchObject({ code })
  })
})

describe('what it brings', () => {
  it('behavior: looks for the wallets of the page, and not where it is told so', () => {
    const ids = (parameters: CosmosParameters) => {
      const config = createConfig({ chains: [chain], namespaces: [cosmos(parameters)], storage: null })
      onTestFinished(() => config.destroy())
      return config.connectors.map(({ id }) => id)
    }
    const target = Object.assign(new EventTarget(), { keplr: { enable() {}, getKey() {} } }) as unknown as Window
    expect(ids({ target })).toEqual(['cosmos:keplr'])
    expect(ids({ target, wallets: false })).toEqual([])
  })
})
