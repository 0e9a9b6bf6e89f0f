import { hex } from '@scure/base'
import type { BcoinBlock, BcoinEntry, BcoinTx } from './loadBcoin.js'

/** The block of a transaction; without one it is pending. */
export type Place = { readonly height: number; readonly hash: string; readonly time: number }

/** An output, and what spends it. */
export type Coin = {
  readonly txid: string
  readonly vout: number
  readonly value: bigint
  readonly script: Uint8Array
}

/** A transaction that the node knows. */
export type IndexedTx = {
  readonly txid: string
  readonly tx: BcoinTx
  /** The outputs that it spends; none for a coinbase. */
  readonly spent: readonly Coin[]
  place: Place | undefined
  /** The order in which transactions came to be known. */
  readonly order: number
}

/** A block of the chain. */
export type IndexedBlock = Place & {
  readonly txids: readonly string[]
  readonly size: number
  readonly previous: string
}

/** What is known of all blocks and waiting transactions, by transaction, output and script. */
export type ChainIndex = ReturnType<typeof createChainIndex>

const outpoint = (txid: string, vout: number) => `${txid}:${vout}`

/**
 * Keeps what explorers are asked for. The node's own index knows only addresses of witness version 0; this one goes by
 * script, so that taproot outputs are found like all others.
 */
export function createChainIndex() {
  const txs = new Map<string, IndexedTx>()
  const coins = new Map<string, Coin>()
  const spends = new Map<string, { readonly txid: string; readonly vin: number }>()
  const byScript = new Map<string, Set<string>>()
  const blocks: IndexedBlock[] = []
  const byHash = new Map<string, number>()
  let order = 0

  const touch = (script: Uint8Array, txid: string) => {
    const key = hex.encode(script)
    const known = byScript.get(key)
    if (known) known.add(txid)
    else byScript.set(key, new Set([txid]))
  }

  const add = (tx: BcoinTx, place: Place | undefined): IndexedTx => {
    const txid = tx.txid()
    const known = txs.get(txid)
    if (known) {
      known.place = place ?? known.place
      return known
    }
    const spent: Coin[] = []
    if (!tx.isCoinbase()) {
      for (const [vin, { prevout }] of tx.inputs.entries()) {
        const coin = coins.get(outpoint(displayed(prevout.hash), prevout.index))
        if (coin === undefined) throw new Error(`The transaction ${txid} spends an output that is not known`)
        spends.set(outpoint(coin.txid, coin.vout), { txid, vin })
        spent.push(coin)
        touch(coin.script, txid)
      }
    }
    for (const [vout, output] of tx.outputs.entries()) {
      const script = Uint8Array.from(output.script.toRaw())
      coins.set(outpoint(txid, vout), { txid, vout, value: BigInt(output.value), script })
      touch(script, txid)
    }
    const indexed = { txid, tx, spent, place, order: order++ }
    txs.set(txid, indexed)
    return indexed
  }

  return {
    blocks: blocks as readonly IndexedBlock[],
    addWaiting: (tx: BcoinTx) => add(tx, undefined),
    addBlock(entry: BcoinEntry, block: BcoinBlock) {
      const place = { height: entry.height, hash: entry.rhash(), time: entry.time }
      for (const tx of block.txs) add(tx, place)
      byHash.set(place.hash, place.height)
      blocks[place.height] = {
        ...place,
        txids: block.txs.map((tx) => tx.txid()),
        size: block.toRaw().length,
        previous: blocks[place.height - 1]?.hash ?? '0'.repeat(64),
      }
    },
    tx: (txid: string) => txs.get(txid),
    coin: (txid: string, vout: number) => coins.get(outpoint(txid, vout)),
    /** What spends an output. */
    spender: (txid: string, vout: number) => spends.get(outpoint(txid, vout)),
    blockAt: (height: number) => blocks[height],
    block: (hash: string) => blocks[byHash.get(hash) ?? -1],
    /** The transactions that touch a script: waiting ones first, then from the newest block to the oldest. */
    history(script: Uint8Array): readonly IndexedTx[] {
      const found = [...(byScript.get(hex.encode(script)) ?? [])].flatMap((txid) => txs.get(txid) ?? [])
      const height = ({ place }: IndexedTx) => place?.height ?? Number.POSITIVE_INFINITY
      return found.sort((a, b) => (height(a) === height(b) ? b.order - a.order : height(b) - height(a)))
    },
    /** The outputs of a script that nothing spends, waiting ones included. */
    unspent(script: Uint8Array): readonly Coin[] {
      const key = hex.encode(script)
      return [...(byScript.get(key) ?? [])].flatMap((txid) => {
        const count = txs.get(txid)?.tx.outputs.length ?? 0
        return Array.from({ length: count }, (_, vout) => coins.get(outpoint(txid, vout))).flatMap((coin) =>
          coin && hex.encode(coin.script) === key && !spends.has(outpoint(txid, coin.vout)) ? [coin] : [],
        )
      })
    },
  }
}

/** A hash as people write it: the bytes of the node, backwards. */
export function displayed(hash: string): string {
  return hex.encode(hex.decode(hash).reverse())
}
