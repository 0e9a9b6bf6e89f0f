import { p2pk, p2wsh, Transaction } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { describe, expect, it, vi } from 'vitest'
import { testChain } from '../../../core/test/chains.js'
import { breathe } from '../../../core/test/waits.js'
import { watchRejections } from '../../../core/test/watcher.js'
import { esploraServer } from '../../test/esploraServer.js'
import { bitcoin } from '../bitcoin.js'
import { createFakeBitcoin } from '../testing/createFakeBitcoin.js'

const chainId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const adapter = bitcoin()

async function setUp() {
  const server = await esploraServer()
  const wallet = await createFakeBitcoin()
  const { address: to } = await createFakeBitcoin({ seed: 'receiver' })
  const context = { chain: testChain(chainId, { testnet: true }), rpcUrls: [server.url] }
  const transfer = (amount: bigint) => ({ from: wallet.address, to, amount })
  const send = async (amount: bigint) =>
    adapter.sendTransaction(wallet.provider, {
      address: wallet.address,
      chainId,
      context,
      transaction: await adapter.toTransaction(context, transfer(amount)),
    })
  return { server, wallet, to, context, transfer, send }
}

describe('what cannot be sent is refused before the wallet is asked', () => {
  it('error: dust, too much, a token', async () => {
    const { server, wallet, context, transfer } = await setUp()
    server.pay(wallet.address, 60_000n)
    const make = (amount: bigint, more: object = {}) => adapter.toTransaction(context, { ...transfer(amount), ...more })
    await expect(make(293n)).rejects.toMatchObject({ code: 'INVALID_AMOUNT', message: expect.stringContaining('294') })
    await expect(make(60_000n)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
    await expect(adapter.quoteTransfer(context, transfer(60_001n))).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
    })
    // Amount and fee together are too much: the caller compares.
    const { fee, nativeBalance } = await adapter.quoteTransfer(context, transfer(60_000n))
    expect(60_000n + fee).toBeGreaterThan(nativeBalance)
    await expect(make(1_000n, { token: 'x' })).rejects.toMatchObject({ code: 'SENDING_UNSUPPORTED' })
    expect(wallet.calls).toEqual([])
  })

  it('error: a fee out of proportion; one that is small in satoshi or in proportion passes', async () => {
    const { server, wallet, context, transfer } = await setUp()
    server.pay(wallet.address, 100_000_000n)
    server.state.estimates = { 3: 499 }
    const told = { code: 'FEE_TOO_HIGH', message: expect.stringContaining('a twentieth') }
    await expect(adapter.toTransaction(context, transfer(1_000_000n))).rejects.toMatchObject(told)
    await expect(adapter.quoteTransfer(context, transfer(1_000_000n))).rejects.toMatchObject(told)
    await adapter.toTransaction(context, transfer(10_000_000n))
    server.state.estimates = { 3: 300 }
    await adapter.toTransaction(context, transfer(1_000n))
    server.state.estimates = { 3: 501 }
    await expect(adapter.toTransaction(context, transfer(90_000_000n))).rejects.toMatchObject({
      code: 'FEE_TOO_HIGH',
      message: expect.stringContaining('501 satoshi per byte'),
    })
    expect(wallet.calls).toEqual([])
  })

  it('the fee rate is that of three blocks, else of a quicker target, and at least 1', async () => {
    const { server, wallet, context, transfer } = await setUp()
    server.pay(wallet.address, 100_000_000n)
    const quote = async (estimates: { [target: string]: number }) => {
      server.state.estimates = estimates
      return Number((await adapter.quoteTransfer(context, transfer(10_000_000n))).fee)
    }
    const one = await quote({ 3: 1 })
    expect(await quote({})).toBe(one)
    expect(await quote({ 3: 0.2, 1: 8 })).toBe(one)
    expect(await quote({ 2: 8, 6: 2 })).toBeCloseTo(one * 8, -1)
    expect(await quote({ 6: 4, 144: 2 })).toBeCloseTo(one * 4, -1)
  })
})

describe('a wallet that fails', () => {
  it('error: one that signs other outputs is found out, and nothing is sent', async () => {
    const { server, wallet, send } = await setUp()
    server.pay(wallet.address, 60_000n)
    wallet.switches.changeOutputs = true
    await expect(send(30_000n)).rejects.toMatchObject({
      code: 'WALLET_BAD_ANSWER',
      message: expect.stringContaining('another transaction'),
    })
    expect(server.posts).toEqual([])
  })

  it.each([
    ['signNothing', 'WALLET_BAD_ANSWER'],
    ['nonsense', 'WALLET_BAD_ANSWER'],
    ['reject', 'USER_REJECTED'],
  ] as const)('error: %s ends in %s, nothing is sent, and it works again afterwards', async (name, code) => {
    const { server, wallet, send } = await setUp()
    server.pay(wallet.address, 60_000n)
    wallet.switches[name] = true
    await expect(send(30_000n)).rejects.toMatchObject({ code })
    expect(server.posts).toEqual([])
    wallet.switches[name] = false
    expect(server.has(await send(30_000n))).toBe(true)
  })

  it('error: an address whose script only the wallet knows', async () => {
    const { server, wallet, context, transfer } = await setUp()
    const nested = await createFakeBitcoin({ kind: 'p2sh', seed: 'another' })
    server.pay(nested.address, 60_000n)
    const transaction = await adapter.toTransaction(context, { ...transfer(30_000n), from: nested.address })
    const parameters = { address: nested.address, chainId, context, transaction } as const
    // This wallet does not tell a key for the address.
    await expect(adapter.sendTransaction(wallet.provider, parameters)).rejects.toMatchObject({
      code: 'SENDING_UNSUPPORTED',
    })
    const chain = { bech32: 'bcrt', pubKeyHash: 111, scriptHash: 196, wif: 239 }
    const { address: shared = '' } = p2wsh(p2pk(pubECDSA(new Uint8Array(32).fill(7))), chain)
    server.pay(shared, 60_000n)
    const wish = await adapter.toTransaction(context, { ...transfer(30_000n), from: shared })
    expect(wish).toEqual({ to: transfer(1n).to, value: 30_000n })
    await expect(
      adapter.sendTransaction(wallet.provider, { ...parameters, address: shared, transaction: wish }),
    ).rejects.toMatchObject({ code: 'SENDING_UNSUPPORTED' })
    expect(server.posts).toEqual([])
  })
})

describe('a node that fails', () => {
  it('error: no URL, nobody there, broken, an answer in another form; it works again when the node is well', async () => {
    const unhandled = watchRejections()
    const { server, wallet, context } = await setUp()
    const read = (rpcUrls: readonly string[] = context.rpcUrls) =>
      adapter.getBalance({ ...context, rpcUrls }, wallet.address)
    await expect(read([])).rejects.toMatchObject({
      code: 'NO_RPC_URL',
      message: expect.stringMatching(/^No RPC url provided for chainId/),
    })
    await expect(read(['http://127.0.0.1:9'])).rejects.toMatchObject({ code: 'RPC_UNREACHABLE' })
    expect(await read(['http://127.0.0.1:9', server.url])).toBe(0n)
    server.faults.status = 500
    await expect(read()).rejects.toMatchObject({ code: 'RPC_ERROR' })
    server.faults.status = 429
    await expect(read()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    server.faults.status = 400
    await expect(read()).rejects.toMatchObject({ code: 'RPC_ERROR' })
    delete server.faults.status
    const path = `/address/${wallet.address}`
    const spent = { funded_txo_sum: 1, spent_txo_sum: 2 }
    for (const text of [
      '<html>',
      'null',
      '[]',
      '{}',
      '{"chain_stats":{"funded_txo_sum":1.5,"spent_txo_sum":0},"mempool_stats":{}}',
      JSON.stringify({ chain_stats: spent, mempool_stats: spent }),
    ]) {
      server.faults.texts = { [path]: text }
      await expect(read(), text).rejects.toMatchObject({ code: 'RPC_BAD_ANSWER' })
    }
    server.faults.texts = {}
    expect(await read()).toBe(0n)
    expect(unhandled).toEqual([])
  })

  it('the base URL may carry a query of its own', async () => {
    const { server, wallet, context } = await setUp()
    server.pay(wallet.address, 5_000n)
    const rpcUrls = [`${server.url}/?projectId=x`]
    expect(await adapter.getBalance({ ...context, rpcUrls }, wallet.address)).toBe(5_000n)
  })

  it('error: a node that tells two different things of one coin', async () => {
    const { server, context, transfer } = await setUp()
    const old = await createFakeBitcoin({ kind: 'p2pkh' })
    const txid = server.pay(old.address, 60_000n)
    const other = new Transaction({ allowUnknownOutputs: true })
    other.addOutput({ script: Uint8Array.of(0x6a), amount: 1n })
    other.addInput({ txid: '11'.repeat(32), index: 0, finalScriptSig: Uint8Array.of(0) })
    server.faults.texts = { [`/tx/${txid}/hex`]: other.hex }
    await expect(adapter.toTransaction(context, { ...transfer(30_000n), from: old.address })).rejects.toMatchObject({
      code: 'RPC_BAD_ANSWER',
    })
  })

  it.each([
    ['bad-txns-inputs-missingorspent', 'TRANSACTION_REPLACED'],
    ['min relay fee not met', 'FEE_CAP_TOO_LOW'],
    ['mandatory-script-verify-flag-failed', 'WALLET_BAD_ANSWER'],
    ['dust', 'INVALID_AMOUNT'],
    ['something else', 'RPC_ERROR'],
  ])('error: a transaction that is refused for "%s" ends in %s', async (reason, code) => {
    const { broadcast } = await import('./broadcast.js')
    const { dataServer } = await import('../../../core/test/dataServer.js')
    const node = await dataServer({
      '/tx': (response) => response.writeHead(400).end(`error: {"message":"${reason}"}`),
    })
    const { context } = await setUp()
    const sent = { hex: '"00"', txid: 'ab'.repeat(32) }
    await expect(broadcast({ ...context, rpcUrls: [node.url] }, sent)).rejects.toMatchObject({
      code,
      details: expect.stringContaining(reason),
    })
    expect(node.count('/tx')).toBe(1)
  })

  it('a transaction is sent once: a node that fails inside is not asked again, and the id is told', async () => {
    const { broadcast } = await import('./broadcast.js')
    const { dataServer } = await import('../../../core/test/dataServer.js')
    const routes: Parameters<typeof dataServer>[0] = { '/tx': 500 }
    const node = await dataServer(routes)
    const { context } = await setUp()
    const txid = 'ab'.repeat(32)
    const ask = () => broadcast({ ...context, rpcUrls: [node.url] }, { hex: '"00"', txid })
    const uncertain = {
      message: 'Whether the transaction was sent is not known.',
      hints: [expect.stringContaining(txid)],
    }
    await expect(ask()).rejects.toMatchObject({ code: 'RPC_ERROR', ...uncertain })
    expect(node.count('/tx')).toBe(1)
    routes['/tx'] = (response) => response.end('<html>')
    await expect(ask()).rejects.toMatchObject({ code: 'RPC_BAD_ANSWER', ...uncertain })
    routes['/tx'] = (response) => response.writeHead(400).end('{"code":-27,"message":"txn-already-known"}')
    expect(await ask()).toBe(txid)
  })
})

describe('waitForTransaction', () => {
  it('ends when a block holds it', async () => {
    const { server, wallet, context, send } = await setUp()
    server.pay(wallet.address, 60_000n)
    const hash = await send(30_000n)
    const waiting = adapter.waitForTransactionReceipt(context, { hash: hash.toUpperCase() })
    await vi.waitFor(() => expect(server.seen).toContain(`GET /tx/${hash}`))
    server.faults.status = 404
    await breathe(50)
    delete server.faults.status
    server.mine()
    expect(await waiting).toEqual({ status: 'confirmed', blockNumber: 101n })
  })

  it('error: one whose coins another transaction took is told as replaced, and by which', async () => {
    const { server, wallet, to, context, send } = await setUp()
    server.pay(wallet.address, 60_000n)
    const hash = await send(30_000n)
    const raw = server.posts[0] ?? ''
    const waiting = adapter.waitForTransactionReceipt(context, { hash })
    const ended = expect(waiting).rejects.toMatchObject({
      code: 'TRANSACTION_REPLACED',
      details: expect.stringMatching(/^replaced by [0-9a-f]{64}$/),
    })
    await vi.waitFor(() => expect(server.seen).toContain(`GET /tx/${hash}`))
    server.forget(hash)
    server.state.estimates = { 3: 20 }
    const other = await send(31_000n)
    expect(other).not.toBe(hash)
    expect(server.posts).not.toEqual([raw])
    expect(server.read(other).outputs[0]?.[0]).toBe(to)
    await ended
  })

  it('error: one that the network has forgotten is told as dropped', async () => {
    const { server, wallet, context, send } = await setUp()
    server.pay(wallet.address, 60_000n)
    const hash = await send(30_000n)
    const ended = expect(adapter.waitForTransactionReceipt(context, { hash })).rejects.toMatchObject({
      code: 'TRANSACTION_DROPPED',
    })
    await vi.waitFor(() => expect(server.seen).toContain(`GET /tx/${hash}`))
    server.forget(hash)
    await ended
  })

  it('error: an abort ends it at once, before and while it waits; what is no id is not waited for', async () => {
    const { context } = await setUp()
    const hash = 'ab'.repeat(32)
    const stop = new AbortController()
    const asked = expect(
      adapter.waitForTransactionReceipt(context, { hash, signal: stop.signal }),
    ).rejects.toMatchObject({
      code: 'ABORTED',
    })
    await breathe(60)
    stop.abort()
    await asked
    const late = { hash, signal: AbortSignal.abort() }
    await expect(adapter.waitForTransactionReceipt(context, late)).rejects.toMatchObject({ code: 'ABORTED' })
    for (const text of ['', '0x12', `0x${hash}`])
      await expect(adapter.waitForTransactionReceipt(context, { hash: text })).rejects.toMatchObject({
        code: 'INVALID_PARAMS',
      })
  })
})
