import { hex } from '@scure/base'
import { Address, OutScript, Script } from '@scure/btc-signer'
import { regtest } from './bitcoinNetwork.js'
import { type ChainIndex, type Coin, displayed, type IndexedTx, type Place } from './chainIndex.js'

const names: { readonly [type: string]: string } = {
  pk: 'p2pk',
  pkh: 'p2pkh',
  sh: 'p2sh',
  wpkh: 'v0_p2wpkh',
  wsh: 'v0_p2wsh',
  tr: 'v1_p2tr',
  ms: 'multisig',
  p2a: 'p2a',
}

/** The status of a transaction. */
export function statusForm(place: Place | undefined) {
  return place === undefined
    ? { confirmed: false }
    : { confirmed: true, block_height: place.height, block_hash: place.hash, block_time: place.time }
}

/** A transaction, as explorers say it. */
export function txForm({ txid, tx, spent, place }: IndexedTx) {
  const isCoinbase = tx.isCoinbase()
  const paid = tx.outputs.reduce((sum, { value }) => sum + value, 0)
  const taken = spent.reduce((sum, { value }) => sum + Number(value), 0)
  return {
    txid,
    version: tx.version,
    locktime: tx.locktime,
    vin: tx.inputs.map((input, index) => {
      const script = input.script.toRaw()
      const coin = spent[index]
      return {
        txid: displayed(input.prevout.hash),
        vout: input.prevout.index,
        prevout: coin === undefined ? null : outputForm(coin),
        scriptsig: hex.encode(Uint8Array.from(script)),
        scriptsig_asm: asm(Uint8Array.from(script)),
        ...(input.witness.items.length === 0
          ? {}
          : { witness: input.witness.items.map((item) => hex.encode(Uint8Array.from(item))) }),
        is_coinbase: isCoinbase,
        sequence: input.sequence,
      }
    }),
    vout: tx.outputs.map(({ value, script }) => outputForm({ value, script: Uint8Array.from(script.toRaw()) })),
    size: tx.getSize(),
    weight: tx.getWeight(),
    fee: isCoinbase ? 0 : taken - paid,
    status: statusForm(place),
  }
}

/** An address and its sums, as explorers say them. */
export function addressForm(index: ChainIndex, address: string, script: Uint8Array) {
  const key = hex.encode(script)
  const stats = (confirmed: boolean) => {
    const txs = index.history(script).filter(({ place }) => (place !== undefined) === confirmed)
    const funded = txs.flatMap(({ tx }) =>
      tx.outputs.flatMap((output) =>
        hex.encode(Uint8Array.from(output.script.toRaw())) === key ? [output.value] : [],
      ),
    )
    const spent = txs.flatMap((tx) => tx.spent.flatMap((coin) => (hex.encode(coin.script) === key ? [coin.value] : [])))
    return {
      funded_txo_count: funded.length,
      funded_txo_sum: funded.reduce((sum, value) => sum + value, 0),
      spent_txo_count: spent.length,
      spent_txo_sum: Number(spent.reduce((sum, value) => sum + value, 0n)),
      tx_count: txs.length,
    }
  }
  return { address, chain_stats: stats(true), mempool_stats: stats(false) }
}

/** Unspent outputs, as explorers say them. */
export function utxoForm(index: ChainIndex, { txid, vout, value }: Coin) {
  return { txid, vout, status: statusForm(index.tx(txid)?.place), value: Number(value) }
}

/** The script that an address of regtest stands for; nothing for what is no such address. */
export function scriptOf(address: string): Uint8Array | undefined {
  try {
    return OutScript.encode(Address(regtest).decode(address))
  } catch {
    return undefined
  }
}

function outputForm({ value, script }: { readonly value: number | bigint; readonly script: Uint8Array }) {
  const { type, address } = describe(script)
  return {
    scriptpubkey: hex.encode(script),
    scriptpubkey_asm: asm(script),
    scriptpubkey_type: type,
    ...(address === undefined ? {} : { scriptpubkey_address: address }),
    value: Number(value),
  }
}

function describe(script: Uint8Array): { type: string; address?: string } {
  if (script[0] === 0x6a) return { type: 'op_return' }
  try {
    const decoded = OutScript.decode(script)
    const type = names[decoded.type] ?? 'unknown'
    try {
      return { type, address: Address(regtest).encode(decoded) }
    } catch {
      return { type }
    }
  } catch {
    return { type: 'unknown' }
  }
}

function asm(script: Uint8Array): string {
  try {
    return Script.decode(script)
      .map((item) => {
        if (typeof item === 'number') return item === 0 ? 'OP_0' : `OP_PUSHNUM_${item}`
        return typeof item === 'string' ? `OP_${item}` : `OP_PUSHBYTES_${item.length} ${hex.encode(item)}`
      })
      .join(' ')
  } catch {
    // Free bytes, as in a coinbase.
    return ''
  }
}
