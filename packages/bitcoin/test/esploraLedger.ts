import { sha256 } from '@noble/hashes/sha2.js'
import { hex } from '@scure/base'
import { Address, OutScript, RawTx, Transaction } from '@scure/btc-signer'

const chain = { bech32: 'bcrt', pubKeyHash: 111, scriptHash: 196, wif: 239 }
const open = { allowUnknownOutputs: true, allowUnknownInputs: true, disableScriptCheck: true }

type Known = { readonly raw: Uint8Array; readonly transaction: Transaction; height: number | undefined }

/** What the server does wrong; everything else is answered well. */
export type EsploraFaults = {
  /** Answers every request with this status. */
  status?: number
  /** Answers what is asked of these paths with this text. */
  texts?: { readonly [path: string]: string }
}

/** A ledger that speaks the Esplora REST API; it checks what is spent, and the test decides on blocks. */
export function esploraLedger(estimates: { [target: string]: number } = { 1: 9, 3: 2.5, 6: 1 }) {
  const known = new Map<string, Known>()
  const posts: string[] = []
  const accepted: string[] = []
  const seen: string[] = []
  const faults: EsploraFaults = {}
  const state = { height: 100, estimates, count: 0 }

  function put(raw: Uint8Array, height: number | undefined): string {
    const transaction = Transaction.fromRaw(raw, open)
    known.set(transaction.id, { raw, transaction, height })
    return transaction.id
  }

  /** Pays an address out of nothing; a pending payment is from somebody else. */
  function pay(address: string, amount: bigint, isConfirmed = true): string {
    const transaction = new Transaction(open)
    const from = sha256(new TextEncoder().encode(`source ${state.count++}`))
    transaction.addOutputAddress(address, amount, chain)
    transaction.addInput({ txid: from, index: 0, finalScriptSig: Uint8Array.of(0) })
    return put(transaction.toBytes(true, true), isConfirmed ? state.height : undefined)
  }

  const outputs = () =>
    [...known.values()].flatMap(({ transaction, height }) =>
      Array.from({ length: transaction.outputsLength }, (_, vout) => {
        const { script = new Uint8Array(), amount = 0n } = transaction.getOutput(vout)
        return { txid: transaction.id, vout, amount, address: addressOf(script), height }
      }),
    )
  const spendsOf = (transaction: Transaction) =>
    Array.from({ length: transaction.inputsLength }, (_, index) => {
      const { txid, index: vout = 0 } = transaction.getInput(index)
      return { txid: hex.encode(txid ?? new Uint8Array()), vout }
    })
  const spenders = () =>
    new Map(
      [...known.values()].flatMap(({ transaction }) =>
        spendsOf(transaction).map(({ txid, vout }) => [`${txid}:${vout}`, transaction.id] as const),
      ),
    )
  const statusOf = (height: number | undefined) =>
    height === undefined
      ? { confirmed: false }
      : { confirmed: true, block_height: height, block_hash: '00'.repeat(32), block_time: 1_700_000_000 }
  const describe = ({ transaction, height }: Known) => ({
    txid: transaction.id,
    vin: spendsOf(transaction).map(({ txid, vout }) => {
      const output = outputs().find((one) => one.txid === txid && one.vout === vout)
      return {
        txid,
        vout,
        prevout: output ? { scriptpubkey_address: output.address, value: Number(output.amount) } : null,
      }
    }),
    status: statusOf(height),
  })

  function accept(raw: string): { status: number; text: string } {
    posts.push(raw)
    const transaction = Transaction.fromRaw(hex.decode(raw), open)
    if (known.has(transaction.id)) return refuse(-27, 'txn-already-known')
    const spent = spenders()
    const values = outputs()
    let fee = 0n
    for (const { txid, vout } of spendsOf(transaction)) {
      const output = values.find((one) => one.txid === txid && one.vout === vout)
      if (!output || spent.has(`${txid}:${vout}`)) return refuse(-25, 'bad-txns-inputs-missingorspent')
      fee += output.amount
    }
    for (let index = 0; index < transaction.outputsLength; index++) fee -= transaction.getOutput(index).amount ?? 0n
    if (Number(fee) < sizeOf(hex.decode(raw))) return refuse(-26, 'min relay fee not met')
    const txid = put(hex.decode(raw), undefined)
    accepted.push(txid)
    return { status: 200, text: txid }
  }

  function answer(path: string): { status: number; text: string } {
    const json = (value: unknown) => ({ status: 200, text: JSON.stringify(value) })
    const [, first, id = '', rest] = path.split('/')
    if (first === 'fee-estimates') return json(state.estimates)
    if (first === 'address') {
      const own = outputs().filter(({ address }) => address === id)
      const taken = spenders()
      if (rest === 'utxo') {
        const left = own.filter(({ txid, vout }) => !taken.has(`${txid}:${vout}`))
        return json(
          left.map(({ txid, vout, amount, height }) => ({
            txid,
            vout,
            value: Number(amount),
            status: statusOf(height),
          })),
        )
      }
      if (rest === 'txs') {
        const outs = new Set(own.map(({ txid, vout }) => `${txid}:${vout}`))
        const about = [...known.values()].filter(
          ({ transaction }) =>
            own.some(({ txid }) => txid === transaction.id) ||
            spendsOf(transaction).some(({ txid, vout }) => outs.has(`${txid}:${vout}`)),
        )
        return json(about.map(describe))
      }
      const stats = (isConfirmed: boolean) => {
        const funded = own.filter(({ height }) => (height !== undefined) === isConfirmed)
        const spent = own.filter(({ txid, vout }) => {
          const by = known.get(taken.get(`${txid}:${vout}`) ?? '')
          return by !== undefined && (by.height !== undefined) === isConfirmed
        })
        const sum = (list: typeof own) => Number(list.reduce((total, { amount }) => total + amount, 0n))
        return { funded_txo_sum: sum(funded), spent_txo_sum: sum(spent), tx_count: funded.length }
      }
      return json({ address: id, chain_stats: stats(true), mempool_stats: stats(false) })
    }
    const found = first === 'tx' ? known.get(id) : undefined
    if (!found) return { status: 404, text: 'Transaction not found' }
    if (rest === 'hex') return { status: 200, text: hex.encode(found.raw) }
    return json(rest === 'status' ? statusOf(found.height) : describe(found))
  }

  /** Answers a request: the faults first, then the ledger. */
  function serve(method: string, path: string, body: string): { status: number; text: string } {
    seen.push(`${method} ${path}`)
    const text = faults.texts?.[path]
    if (faults.status !== undefined) return { status: faults.status, text: 'broken' }
    if (text !== undefined) return { status: 200, text }
    return method === 'POST' ? accept(body) : answer(path)
  }

  return {
    serve,
    pay,
    posts,
    /** The ids of what was sent and accepted, in order. */
    accepted,
    seen,
    faults,
    state,
    /** Puts everything that waits into a block. */
    mine() {
      state.height += 1
      for (const one of known.values()) one.height ??= state.height
    },
    /** Forgets a transaction, as a node does with one that pays too little. */
    forget: (txid: string) => known.delete(txid),
    put,
    has: (txid: string) => known.has(txid),
    /** What a transaction that was sent pays to whom, and its fee. */
    read(txid: string) {
      const one = known.get(txid)
      if (!one) throw new Error(`The ledger does not know ${txid}`)
      const paid = outputs().filter((output) => output.txid === txid)
      const spent = spendsOf(one.transaction).map(({ txid: from, vout }) =>
        outputs().find((output) => output.txid === from && output.vout === vout),
      )
      const sum = (list: readonly ({ amount: bigint } | undefined)[]) =>
        list.reduce((total, output) => total + (output?.amount ?? 0n), 0n)
      return {
        outputs: paid.map(({ address, amount }) => [address, amount] as const),
        fee: sum(spent) - sum(paid),
        vsize: sizeOf(one.raw),
        inputs: spent.length,
      }
    },
  }
}

function refuse(code: number, message: string): { status: number; text: string } {
  return { status: 400, text: `sendrawtransaction RPC error: ${JSON.stringify({ code, message })}` }
}

/** Virtual size by BIP-141, from the bytes. */
function sizeOf(raw: Uint8Array): number {
  const decoded = RawTx.decode(raw)
  const bare = RawTx.encode({ ...decoded, segwitFlag: false, witnesses: undefined }).length
  return Math.ceil((bare * 3 + raw.length) / 4)
}

function addressOf(script: Uint8Array): string | undefined {
  try {
    const decoded = OutScript.decode(script)
    return decoded.type === 'unknown' ? undefined : Address(chain).encode(decoded)
  } catch {
    return undefined
  }
}
