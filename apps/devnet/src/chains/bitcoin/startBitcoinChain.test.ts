import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hex } from '@scure/base'
import { p2pkh, p2sh, p2wpkh, SigHash, Transaction } from '@scure/btc-signer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bitcoinAccounts } from './bitcoinAccounts.js'
import { bitcoinChainId, regtest } from './bitcoinNetwork.js'
import { type BitcoinChain, startBitcoinChain } from './startBitcoinChain.js'

type Utxo = { txid: string; vout: number; value: number; status: { confirmed: boolean; block_height?: number } }
type Answer = { [name: string]: unknown } & { txid: string; status: { confirmed: boolean } }

const [first, second] = bitcoinAccounts(2)
if (!first || !second) throw new Error('There are two accounts')

describe('startBitcoinChain', () => {
  let chain: BitcoinChain
  beforeAll(async () => {
    // Blocks come when a test asks for them.
    chain = await startBitcoinChain({ blockDelay: 3_600_000 })
  })
  afterAll(() => chain.stop())

  const get = async <value>(path: string, from = chain): Promise<value> => {
    const response = await fetch(`${from.url}${path}`)
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    return (await response.json()) as value
  }
  const send = async (raw: Uint8Array | string) => {
    const response = await fetch(`${chain.url}/tx`, {
      method: 'POST',
      body: typeof raw === 'string' ? raw : hex.encode(raw),
    })
    return { status: response.status, text: await response.text() }
  }
  const utxos = (address: string) => get<Utxo[]>(`/address/${address}/utxo`)
  const height = async () => Number(await (await fetch(`${chain.url}/blocks/tip/height`)).text())
  const newest = async (address: string): Promise<Utxo> => {
    const found = await utxos(address)
    const coin = found.at(-1)
    if (coin === undefined) throw new Error(`Nothing is left at ${address}`)
    return coin
  }
  /** A payment by one coin of an account, signed through a PSBT. */
  const pay = async (
    from: typeof first.payment,
    to: string,
    amount: bigint,
    { fee = 1_000n, coin, sighash }: { fee?: bigint; coin?: Utxo; sighash?: number } = {},
  ) => {
    const { txid, vout, value } = coin ?? (await newest(from.address))
    const tx = new Transaction()
    const taproot = from.type === 'ordinal' ? { tapInternalKey: hex.decode(from.publicKey).slice(1) } : {}
    const witnessUtxo = { script: from.script, amount: BigInt(value) }
    tx.addInput({
      txid,
      index: vout,
      witnessUtxo,
      ...taproot,
      ...(sighash === undefined ? {} : { sighashType: sighash }),
    })
    tx.addOutputAddress(to, amount, regtest)
    const change = BigInt(value) - amount - fee
    if (change > 0n) tx.addOutput({ script: from.script, amount: change })
    const signed = Transaction.fromPSBT(tx.toPSBT())
    signed.sign(from.privateKey, sighash === undefined ? undefined : [sighash])
    signed.finalize()
    return signed
  }
  const tampered = (tx: Transaction) => {
    const raw = tx.extract()
    const witness = tx.getInput(0).finalScriptWitness?.[0]
    if (!witness) throw new Error('The transaction has no signature')
    const at = hex.encode(raw).indexOf(hex.encode(witness)) / 2
    const changed = Uint8Array.from(raw)
    // In the middle of the signature, so that it stays well-formed.
    changed[at + 40] = (changed[at + 40] ?? 0) ^ 1
    return changed
  }

  it('behavior: the development accounts begin with money, on the addresses of the standards', async () => {
    expect(chain).toMatchObject({ chainId: bitcoinChainId, nativeCurrency: { symbol: 'BTC', decimals: 8 } })
    expect(first.payment.address).toMatch(/^bcrt1q/)
    expect(first.ordinal.address).toMatch(/^bcrt1p/)
    expect(await get(`/address/${first.payment.address}`)).toMatchObject({
      address: first.payment.address,
      chain_stats: { funded_txo_count: 1, funded_txo_sum: 100_000_000, spent_txo_sum: 0, tx_count: 1 },
      mempool_stats: { tx_count: 0 },
    })
    expect(await utxos(first.ordinal.address)).toEqual([
      expect.objectContaining({ value: 10_000_000, status: expect.objectContaining({ confirmed: true }) }),
    ])
  })

  it('behavior: a P2WPKH payment by a PSBT waits for its block, and is in the history of both sides', async () => {
    const before = await height()
    const tx = await pay(first.payment, second.payment.address, 25_000_000n)
    expect(await send(tx.extract())).toEqual({ status: 200, text: tx.id })
    const seen = await get<Answer>(`/tx/${tx.id}`)
    expect(seen).toMatchObject({
      fee: 1_000,
      vin: [{ is_coinbase: false, prevout: { scriptpubkey_address: first.payment.address, value: 100_000_000 } }],
      vout: [
        { scriptpubkey_type: 'v0_p2wpkh', scriptpubkey_address: second.payment.address, value: 25_000_000 },
        { scriptpubkey_address: first.payment.address, value: 74_999_000 },
      ],
    })
    expect(seen.status).toEqual({ confirmed: false })
    await chain.mine(1)
    expect(await get(`/tx/${tx.id}/status`)).toMatchObject({ confirmed: true, block_height: before + 1 })
    for (const { address } of [first.payment, second.payment]) {
      const [latest] = await get<Answer[]>(`/address/${address}/txs`)
      expect(latest).toMatchObject({ txid: tx.id, status: { confirmed: true, block_height: before + 1 } })
    }
    expect((await utxos(second.payment.address)).map(({ value }) => value)).toEqual([100_000_000, 25_000_000])
    expect(await get(`/tx/${tx.id}/outspend/0`)).toEqual({ spent: false })
    expect(await (await fetch(`${chain.url}/tx/${tx.id}/hex`)).text()).toBe(tx.hex)
  })

  it('behavior: taproot outputs are found by address and spent by key', async () => {
    for (const sighash of [undefined, SigHash.ALL, SigHash.SINGLE_ANYONECANPAY]) {
      const tx = await pay(first.ordinal, second.ordinal.address, 1_000_000n, sighash === undefined ? {} : { sighash })
      expect(await send(tx.extract())).toEqual({ status: 200, text: tx.id })
      expect(await get(`/tx/${tx.id}`)).toMatchObject({ vout: [{ scriptpubkey_type: 'v1_p2tr' }, {}] })
    }
    await chain.mine(1)
    expect((await utxos(second.ordinal.address)).map(({ value }) => value)).toEqual([10_000_000, 1e6, 1e6, 1e6])
  })

  it('behavior: a signature that was tampered with is refused, of both kinds of accounts', async () => {
    const payment = await pay(second.payment, first.payment.address, 1_000_000n)
    const ordinal = await pay(second.ordinal, first.ordinal.address, 500_000n)
    for (const tx of [payment, ordinal]) {
      const answer = await send(tampered(tx))
      expect(answer.status).toBe(400)
      expect(answer.text).toMatch(/sendrawtransaction RPC error: \{"code":-26,.*script-verify-flag-failed/)
      expect((await fetch(`${chain.url}/tx/${tx.id}`)).status).toBe(404)
    }
    // The same coins, as they were signed.
    for (const tx of [payment, ordinal]) expect((await send(tx.extract())).status).toBe(200)
    await chain.mine(1)
  })

  it('behavior: a taproot output is not open to others, by another key, without a witness or by script', async () => {
    const coin = await newest(second.ordinal.address)
    const tx = await pay(second.ordinal, first.ordinal.address, 300_000n, { coin })
    const witness = (...items: Uint8Array[]) => {
      const other = Transaction.fromRaw(tx.extract(), { allowUnknownInputs: true })
      other.updateInput(0, { finalScriptWitness: items }, true)
      return other.toBytes(true, true)
    }
    const [signature] = tx.getInput(0).finalScriptWitness ?? []
    if (!signature) throw new Error('The transaction has no signature')
    const cases: [Uint8Array, RegExp][] = [
      [witness(new Uint8Array(64).fill(1)), /Invalid Schnorr signature/],
      [witness(new Uint8Array([...signature, 0])), /hash type/],
      [witness(new Uint8Array([...signature, 0x42])), /hash type/],
      [witness(signature.slice(0, 63)), /signature size/],
      [witness(new Uint8Array([0x51]), new Uint8Array(33)), /only by key/],
      [witness(signature, new Uint8Array([0x50, 1])), /annex/],
    ]
    for (const [raw, reason] of cases)
      expect(await send(raw)).toEqual({ status: 400, text: expect.stringMatching(reason) })
    const bare = Transaction.fromRaw(tx.extract(), { allowUnknownInputs: true })
    expect(await send(bare.unsignedTx)).toMatchObject({ status: 400, text: expect.stringMatching(/empty witness/) })
    expect((await send(tx.extract())).status).toBe(200)
    await chain.mine(1)
  })

  it('error: double spends, missing inputs, known transactions, dust, low fees, spare money and nonsense are told', async () => {
    const coin = await newest(second.payment.address)
    const one = await pay(second.payment, first.payment.address, 1_000_000n, { coin })
    const other = await pay(second.payment, first.payment.address, 2_000_000n, { coin })
    expect((await send(one.extract())).status).toBe(200)
    const refused = async (raw: Uint8Array | string, code: number, reason: string) =>
      expect(await send(raw)).toEqual({
        status: 400,
        text: expect.stringContaining(`{"code":${code},"message":"${reason}`),
      })
    await refused(other.extract(), -26, 'txn-mempool-conflict')
    await refused(one.extract(), -26, 'txn-already-in-mempool')
    await chain.mine(1)
    await refused(other.extract(), -25, 'bad-txns-inputs-missingorspent')
    await refused(one.extract(), -27, 'Transaction outputs already in utxo set')
    const missing = await pay(second.payment, first.payment.address, 1_000n, {
      coin: { ...coin, txid: 'ab'.repeat(32) },
    })
    await refused(missing.extract(), -25, 'bad-txns-inputs-missingorspent')
    const fresh = await newest(second.payment.address)
    await refused((await pay(second.payment, first.payment.address, 293n, { coin: fresh })).extract(), -26, 'dust')
    const cheap = await pay(second.payment, first.payment.address, 1_000_000n, { coin: fresh, fee: 100n })
    await refused(cheap.extract(), -26, 'min relay fee not met, 100 < 141')
    const more = new Transaction()
    more.addInput({ txid: fresh.txid, index: fresh.vout })
    more.addOutput({ script: first.payment.script, amount: BigInt(fresh.value) + 1n })
    await refused(more.unsignedTx, -26, 'bad-txns-in-belowout')
    for (const nonsense of ['', 'banana', 'ff', `${one.hex}00`]) await refused(nonsense, -22, 'TX decode failed')
  })

  it('behavior: fund pays one bitcoin to every type of address and waits until it can be spent', async () => {
    const key = hex.decode(first.payment.publicKey)
    const addresses = [
      p2pkh(key, regtest).address,
      p2sh(p2wpkh(key, regtest), regtest).address,
      bitcoinAccounts(12)[11]?.payment.address,
      bitcoinAccounts(12)[11]?.ordinal.address,
    ]
    for (const address of addresses) {
      const [txid] = await chain.fund(String(address))
      expect(await utxos(String(address))).toEqual([
        { txid, vout: 0, value: 100_000_000, status: expect.objectContaining({ confirmed: true }) },
      ])
    }
    const both = await Promise.all([1, 2].map(() => chain.fund(bitcoinAccounts(13)[12]?.payment.address ?? '')))
    expect(new Set(both.flat()).size).toBe(2)
    for (const wrong of ['', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', '0x00']) {
      await expect(chain.fund(wrong)).rejects.toMatchObject({ code: 'INVALID_ADDRESS' })
    }
  })

  it('error: unknown addresses, transactions and paths are text with 400 and 404, and other sites may ask', async () => {
    const ask = async (path: string) => {
      const response = await fetch(`${chain.url}${path}`, { headers: { origin: 'https://app.example' } })
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      return [response.status, await response.text()]
    }
    expect(await ask('/address/banana/utxo')).toEqual([400, 'Invalid Bitcoin address'])
    expect(await ask('/tx/banana')).toEqual([400, 'Invalid hex string'])
    expect(await ask(`/tx/${'0'.repeat(64)}`)).toEqual([404, 'Transaction not found'])
    expect(await ask('/nothing')).toEqual([404, 'endpoint does not exist'])
    expect(await ask('/fee-estimates')).toEqual([200, expect.stringContaining('"6":1')])
  })

  it('behavior: blocks, what spends an output, and what waits for an address can be asked for', async () => {
    const text = async (path: string) => (await fetch(`${chain.url}${path}`)).text()
    const tip = await height()
    const hash = await text(`/block-height/${tip}`)
    expect(hash).toBe(await text('/blocks/tip/hash'))
    const block = await get<{ height: number; previousblockhash: string }>(`/block/${hash}`)
    expect(block).toMatchObject({ id: hash, height: tip, previousblockhash: await text(`/block-height/${tip - 1}`) })
    expect(await get<string[]>(`/block/${hash}/txids`)).toHaveLength(Number(Object(block).tx_count))
    expect(await text(`/block-height/${tip + 1}`)).toBe('Block not found')
    const coin = await newest(second.payment.address)
    const tx = await pay(second.payment, first.payment.address, 50_000n, { coin })
    await send(tx.extract())
    const [spent] = (await get<object[]>(`/tx/${coin.txid}/outspends`)).slice(coin.vout)
    expect(spent).toEqual({ spent: true, txid: tx.id, vin: 0, status: { confirmed: false } })
    expect(await get(`/address/${first.payment.address}/txs/mempool`)).toMatchObject([{ txid: tx.id }])
    expect(await get(`/address/${first.payment.address}`)).toMatchObject({ mempool_stats: { funded_txo_sum: 50_000 } })
    // A payment out of one that waits waits with it.
    const change = await newest(second.payment.address)
    expect(change).toMatchObject({ txid: tx.id, status: { confirmed: false } })
    const child = await pay(second.payment, first.payment.address, 60_000n, { coin: change })
    expect((await send(child.extract())).status).toBe(200)
    await chain.mine(1)
    expect(await get(`/tx/${child.id}/status`)).toMatchObject({ confirmed: true, block_height: tip + 1 })
  })

  it('behavior: the history of an address comes in pages', async () => {
    const { address } = bitcoinAccounts(21)[20]?.payment ?? first.payment
    const paid: string[] = []
    for (let count = 0; count < 27; count++) paid.push(...(await chain.fund(address)))
    const page = await get<Answer[]>(`/address/${address}/txs`)
    const rest = await get<Answer[]>(`/address/${address}/txs/chain/${page.at(-1)?.txid}`)
    expect([...page, ...rest].map(({ txid }) => txid)).toEqual(paid.reverse())
    expect(page).toHaveLength(25)
  })
})

/** Sends what the first account begins with; the id of the transaction. */
async function payOnce(chain: BitcoinChain): Promise<string> {
  const [coin] = (await (await fetch(`${chain.url}/address/${first!.payment.address}/utxo`)).json()) as Utxo[]
  const { script, privateKey } = first!.payment
  const tx = new Transaction()
  tx.addInput({ txid: coin!.txid, index: coin!.vout, witnessUtxo: { script, amount: BigInt(coin!.value) } })
  tx.addOutputAddress(second!.payment.address, 99_000_000n, regtest)
  tx.sign(privateKey)
  tx.finalize()
  expect((await fetch(`${chain.url}/tx`, { method: 'POST', body: tx.hex })).status).toBe(200)
  return tx.id
}

describe('startBitcoinChain, its options', () => {
  it('param: blockDelay is how long a transaction waits until a block comes by itself', async () => {
    const chain = await startBitcoinChain({ blockDelay: 50 })
    const txid = await payOnce(chain)
    await expect
      .poll(async () => (await (await fetch(`${chain.url}/tx/${txid}/status`)).json()) as object, { timeout: 20_000 })
      .toMatchObject({ confirmed: true })
    await chain.stop()
  })

  it('behavior: a restart keeps the chain, a waiting payment included; a torn or foreign file costs no more than it must', async () => {
    const stateDir = await mkdtemp(join(tmpdir(), 'latchkey-bitcoin-'))
    const file = join(stateDir, 'bitcoin-blocks.bin')
    const lines: string[] = []
    const visit = async <value>(run: (chain: BitcoinChain, tip: string, tall: number) => Promise<value>) => {
      const chain = await startBitcoinChain({ stateDir, blockDelay: 3_600_000, log: (line) => lines.push(line) })
      try {
        const text = async (path: string) => (await fetch(`${chain.url}${path}`)).text()
        return await run(chain, await text('/blocks/tip/hash'), Number(await text('/blocks/tip/height')))
      } finally {
        await chain.stop()
        await chain.stop()
      }
    }
    const { tall, txid } = await visit(async (chain, _tip, tall) => ({
      tall,
      txid: (await chain.fund(first.ordinal.address))[0],
    }))
    const kept = await visit(async (chain, tip, tall) => {
      const status = (await (await fetch(`${chain.url}/tx/${txid}/status`)).json()) as { block_hash: string }
      expect(status.block_hash).toBe(tip)
      return { tall, waiting: await payOnce(chain) }
    })
    expect(kept.tall).toBe(tall + 1)
    const size = await visit(async (chain, _tip, now) => {
      const status = (await (await fetch(`${chain.url}/tx/${kept.waiting}/status`)).json()) as { confirmed: boolean }
      expect(status.confirmed).toBe(true)
      return now
    })
    const { size: bytes } = await import('node:fs/promises').then(({ stat }) => stat(file))
    await truncate(file, bytes - 3)
    await visit(async (_chain, _tip, now) => expect(now).toBe(size - 1))
    await writeFile(file, Buffer.from([4, 0, 0, 0, 1, 2, 3, 4]))
    await visit(async (_chain, _tip, now) => expect(now).toBe(tall))
    expect(lines).toEqual([expect.stringContaining('put aside')])
    await rm(stateDir, { recursive: true })
  })
})
