import { openBlockFile } from './blockFile.js'
import { type ChainIndex, type Coin, createChainIndex, displayed } from './chainIndex.js'
import { checkTaproot } from './checkTaproot.js'
import { type Bcoin, type BcoinNode, type BcoinTx, loadBcoin } from './loadBcoin.js'
import { Rejection } from './rejection.js'

/** Satoshi for a thousand virtual bytes below which nodes do not pass a transaction on. */
const minimumFeeRate = 1000
/** A reward can be spent a hundred blocks later; ten more, so that the faucet has something to give at once. */
const firstBlocks = 110

/** The node: consensus and scripts by bcoin, taproot and the index by us. */
export type BitcoinNode = {
  readonly index: ChainIndex
  /** How many transactions wait for a block. */
  waiting(): number
  /** Takes a transaction; its id. @throws Rejection with the reason. */
  accept(raw: Uint8Array): Promise<string>
  mine(blocks: number): Promise<void>
  /** The genesis block aside, whether the chain was begun by this start. */
  readonly isNew: boolean
  close(): Promise<void>
}

/** Starts the node in memory and gives it the blocks of earlier runs; a new chain mines its first ones. */
export async function openBitcoinNode(options: {
  readonly miner: string
  readonly stateDir?: string | undefined
  readonly log?: ((line: string) => void) | undefined
}): Promise<BitcoinNode> {
  const bcoin = loadBcoin()
  const file = options.stateDir === undefined ? undefined : openBlockFile(options.stateDir)
  const kept = file?.read() ?? []
  let opened = await open(bcoin)
  if (kept.length > 0 && !(await replay(bcoin, opened.node, kept))) {
    options.log?.(`The blocks of the local Bitcoin chain could not be read; they were put aside as ${file?.putAside()}`)
    await close(opened.node)
    opened = await open(bcoin)
  }
  const { node, index } = opened
  // From here on every block is news.
  node.chain.on('connect', (_entry, block) => file?.append(block.toRaw()))
  const isNew = node.chain.height === 0
  const address = bcoin.Address.fromString(options.miner, 'regtest')
  // One after another: a block is built on the tip, and a check holds only until the next transaction.
  const inTurn = createTurns()
  const mine = (blocks: number) =>
    inTurn(async () => {
      for (let count = 0; count < blocks; count++) {
        await node.chain.add(await node.miner.cpu.mineBlock(node.chain.tip, address))
      }
    })
  if (isNew) await mine(firstBlocks)
  return {
    index,
    isNew,
    waiting: () => node.mempool.map.size,
    accept: (raw) => inTurn(() => accept(bcoin, node, index, raw)),
    mine,
    close: () => inTurn(() => close(node)),
  }
}

async function open(bcoin: Bcoin): Promise<{ node: BcoinNode; index: ChainIndex }> {
  const node = new bcoin.FullNode({
    network: 'regtest',
    memory: true,
    workers: false,
    listen: false,
    maxOutbound: 1,
    logFile: false,
    logConsole: false,
  })
  const index = createChainIndex()
  node.chain.on('connect', (entry, block) => index.addBlock(entry, block))
  // Its rules of relaying refuse every witness program that it does not know; those of taproot have been checked by us.
  const verifyInputs = node.mempool.verifyInputs.bind(node.mempool)
  const strange = bcoin.Script.flags.VERIFY_DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM
  node.mempool.verifyInputs = (tx, view, flags) => verifyInputs(tx, view, flags & ~strange)
  // Its network and its own HTTP server stay closed: one node, reached through the explorer's interface.
  await node.chain.open()
  await node.mempool.open()
  await node.miner.open()
  return { node, index }
}

async function close(node: BcoinNode): Promise<void> {
  await node.miner.close()
  await node.mempool.close()
  await node.chain.close()
}

async function replay(bcoin: Bcoin, node: BcoinNode, blocks: readonly Uint8Array[]): Promise<boolean> {
  try {
    for (const raw of blocks) await node.chain.add(bcoin.Block.fromRaw(Buffer.from(raw)))
    return node.chain.height === blocks.length
  } catch {
    return false
  }
}

async function accept(bcoin: Bcoin, node: BcoinNode, index: ChainIndex, raw: Uint8Array): Promise<string> {
  const tx = parse(bcoin, raw)
  const txid = tx.txid()
  const known = index.tx(txid)
  if (known?.place) throw new Rejection(-27, 'Transaction outputs already in utxo set')
  if (known) throw new Rejection(-26, 'txn-already-in-mempool')
  if (tx.isCoinbase()) throw new Rejection(-26, 'coinbase')
  const spent = findSpent(index, tx)
  checkPolicy(tx, spent)
  checkTaproot(tx, spent)
  let missing: readonly string[] | null
  try {
    missing = await node.mempool.addTX(tx)
  } catch (error) {
    throw new Rejection(-26, reasonOf(error))
  }
  if (missing && missing.length > 0) throw new Rejection(-25, 'bad-txns-inputs-missingorspent')
  index.addWaiting(tx)
  return txid
}

function parse(bcoin: Bcoin, raw: Uint8Array): BcoinTx {
  try {
    const bytes = Buffer.from(raw)
    const tx = bcoin.TX.fromRaw(bytes)
    // The library reads on where a transaction ends; what it would not write again is not what was sent.
    if (bytes.equals(tx.toRaw())) return tx
  } catch {
    // Told below, as for bytes that are left over.
  }
  throw new Rejection(-22, 'TX decode failed. Make sure the tx has at least one input.')
}

function findSpent(index: ChainIndex, tx: BcoinTx): readonly Coin[] {
  return tx.inputs.map(({ prevout }) => {
    const txid = displayed(prevout.hash)
    const coin = index.coin(txid, prevout.index)
    if (coin === undefined) throw new Rejection(-25, 'bad-txns-inputs-missingorspent')
    const spender = index.spender(txid, prevout.index)
    if (spender === undefined) return coin
    if (index.tx(spender.txid)?.place) throw new Rejection(-25, 'bad-txns-inputs-missingorspent')
    throw new Rejection(-26, 'txn-mempool-conflict')
  })
}

/** What nodes refuse to pass on though a block may hold it. */
function checkPolicy(tx: BcoinTx, spent: readonly Coin[]): void {
  if (tx.outputs.some((output) => output.isDust(minimumFeeRate))) throw new Rejection(-26, 'dust')
  const fee =
    spent.reduce((sum, { value }) => sum + value, 0n) - tx.outputs.reduce((sum, o) => sum + BigInt(o.value), 0n)
  if (fee < 0n) throw new Rejection(-26, 'bad-txns-in-belowout')
  const needed = BigInt(Math.ceil((tx.getVirtualSize() * minimumFeeRate) / 1000))
  if (fee < needed) throw new Rejection(-26, `min relay fee not met, ${fee} < ${needed}`)
}

function reasonOf(error: unknown): string {
  const { reason, message } = (error ?? {}) as { reason?: unknown; message?: unknown }
  const text = typeof reason === 'string' ? reason : String(message ?? error)
  // The library calls each failed script by the softer name, as it does not know which rule was broken.
  return /script-verify/.test(text) ? 'mandatory-script-verify-flag-failed (a script or signature does not fit)' : text
}

function createTurns() {
  let turn: Promise<unknown> = Promise.resolve()
  return <value>(run: () => Promise<value>): Promise<value> => {
    const mine = turn.then(run, run)
    turn = mine.catch(() => {})
    return mine
  }
}
