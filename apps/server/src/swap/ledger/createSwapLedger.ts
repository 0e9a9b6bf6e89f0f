import { randomBytes } from 'node:crypto'
import { type ChainId, evmNativeAddress } from '@latchkey/protocol/caip'
import { formatUnits, type Hex, keccak256, parseTransaction, recoverTransactionAddress } from 'viem'
import type { Chain } from '../../platform/chains/chain.js'
import type { Db } from '../../platform/db/db.js'
import type { Log } from '../../platform/log/log.js'
import { reasonOf } from '../../platform/log/withoutValues.js'
import type { Metrics } from '../../platform/metrics/metrics.js'
import type { NodeCall } from '../../platform/upstream/answer.js'
import type { Nodes } from '../../platform/upstream/nodes.js'
import { createReads, type Reads } from '../createReads.js'
import type { SwapSetting } from '../readSwaps.js'
import type { Address, SwapCall, SwapOrder } from '../swapPort.js'
import { assetOf } from './assetOf.js'
import { compareSwap } from './compareSwap.js'
import { type Candidate, createSwapTables, type SwapTransaction } from './createSwapTables.js'
import { hashOfCall } from './hashOfCall.js'
import { type Outcome, readOutcome } from './readOutcome.js'

/** How often swaps are looked for and at, in milliseconds, and how many at most each time. */
const round = { every: 30_000, promises: 200, transactions: 20 }
/** How long a swap is looked for whose contract keeps no time, and at most, in seconds. */
const life = 7_200
/** How long a transaction that is in no block is waited for, in seconds. */
const longestWait = 86_400
/** How many transactions are compared with promises at once while they are sent, and how many are remembered that carry none out. */
const bounds = { heard: 20, strangers: 10_000 }

/** Swaps from their promise to the books. */
export type SwapLedger = {
  /** Writes down what a swap promises that was just built. Never rejects: a swap that is not in the books is still a swap. */
  promise(chain: Chain, order: SwapOrder, call: SwapCall): Promise<void>
  /** Hears of a call to a node: a transaction that carries out a promise is waited for. */
  hear(chainId: ChainId, call: NodeCall): void
  /** Looks for what was promised, and at what was sent; deletes what is over. */
  run(): Promise<void>
  close(): Promise<void>
}

type Lane = { chain: Chain; reads: Reads; filling: string }

/**
 * Creates the books of swaps. What was promised is looked for in the history of the accounts, and among the transactions that are sent
 * through this server; what it moved is read from its chain once that has settled on it, never from a report.
 *
 * @param options - Who fills swaps on which chain, the nodes, the database, the clock, log and figures.
 * @returns The books; `close` ends what runs in the background.
 */
export function createSwapLedger(options: {
  settings: ReadonlyMap<Chain, Pick<SwapSetting, 'provider'>>
  nodes: Nodes
  db: Db
  clock: () => Date
  log: Log
  metrics: Pick<Metrics, 'ledgerMismatches'>
}): SwapLedger {
  const { settings, nodes, clock, log, metrics } = options
  const tables = createSwapTables(options.db)
  const lanes = new Map<ChainId, Lane>(
    [...settings].map(([chain, { provider }]) => [
      chain.caip2,
      { chain, reads: createReads(nodes, chain), filling: provider },
    ]),
  )
  const chainIds = [...lanes.keys()]
  const heard = new Set<Promise<void>>()
  /** Transactions of these accounts to these contracts that carry out something else. */
  const strangers = new Set<string>()
  let isFull = false
  let running: Promise<void> | undefined

  const warn = (line: string) => (error: unknown) => log.warn({ reason: reasonOf(error) }, line)
  const newName = () => randomBytes(16).toString('hex')

  async function match(lane: Lane, given: readonly Candidate[]): Promise<void> {
    const keyOf = ({ promise, hash }: Candidate) => `${promise} ${hash}`
    const unread = given.filter((one) => !strangers.has(keyOf(one)))
    for (let at = 0; at < unread.length; at += round.transactions) {
      const part = unread.slice(at, at + round.transactions)
      const found = await lane.reads.node(
        part.map(({ hash }) => ({ method: 'eth_getTransactionByHash', params: [hash] })),
      )
      for (const [index, one] of part.entries()) {
        // A node that lags does not have it yet.
        const { input } = (found[index] ?? {}) as { input?: unknown }
        if (typeof input !== 'string' || !/^0x[0-9a-fA-F]*$/.test(input)) continue
        if (hashOfCall(input as Hex) === one.dataHash)
          await tables.note(one.promise, { reference: newName(), chain: one.chain, hash: one.hash as Hex })
        else strangers.add(keyOf(one))
      }
    }
    if (strangers.size > bounds.strangers) strangers.clear()
    const last = new Map(given.map(({ promise, block }) => [promise, block]))
    for (const [promise, block] of last) await tables.lookFrom(promise, block)
  }

  async function look(): Promise<void> {
    const candidates = await tables.candidates(chainIds, round.promises)
    for (const [chainId, lane] of lanes) {
      const own = candidates.filter(({ chain }) => chain === chainId)
      if (own.length > 0) await match(lane, own).catch(warn('Swaps were not looked for'))
    }
  }

  async function settle(lane: Lane, swap: SwapTransaction): Promise<void> {
    const { reference, age } = swap
    if (swap.state === 'posted') return recheck(lane, swap)
    const outcome = await readOutcome(lane.reads, lane.chain, swap)
    if (outcome.kind === 'other') return tables.end(reference, 'dropped')
    if (outcome.kind === 'reverted') return tables.end(reference, 'failed')
    if (outcome.kind === 'absent' && age > longestWait) return tables.end(reference, 'dropped')
    if (outcome.kind !== 'done') return tables.putOff(reference, age < 3_600 ? 30 : 600)
    const moved = await completed(swap, outcome)
    if (moved === undefined) {
      log.warn({ chain: swap.chain }, 'No node tells what a swap moved')
      return tables.end(reference, 'untold')
    }
    const difference = compareSwap(lane.chain, swap, moved)
    const lines = [...moved].map(([token, units]) => {
      const { asset, decimals } = assetOf(lane.chain, token)
      return { asset, amount: formatUnits(units, decimals) }
    })
    const mismatch = await tables.post(swap, { ...outcome, moved: lines }, difference)
    if (mismatch !== undefined)
      log.error({ provider: swap.filling, side: 'swap', mismatch }, 'The books of swaps do not agree')
  }

  /** The moved amounts, native coin included; undefined where that was bought in an unknown amount. */
  async function completed(
    { chain, account, hash, bought }: SwapTransaction,
    { moved, value, coin }: Pick<Extract<Outcome, { kind: 'done' }>, 'moved' | 'value' | 'coin'>,
  ): Promise<ReadonlyMap<Address, bigint> | undefined> {
    // Only a trace is exact; the balance includes other transfers of the same block.
    const paid = await tables.coinPaid(chain, account, hash)
    const more = paid === undefined ? (bought === evmNativeAddress ? coin : -value) : paid - value
    return more === undefined ? undefined : new Map([...moved, [evmNativeAddress, more]])
  }

  /** Whether what was posted is still in the block that it was in. */
  async function recheck({ reads }: Lane, swap: SwapTransaction): Promise<void> {
    const params = [`0x${(swap.block ?? 0).toString(16)}`, false]
    const [block] = (await reads.node([{ method: 'eth_getBlockByNumber', params }])) as ({ hash?: unknown } | null)[]
    if (typeof block?.hash !== 'string') return
    if (block.hash === swap.blockHash) return tables.hold(swap.reference)
    await tables.undo(swap, newName())
    log.warn({ chain: swap.chain }, 'A chain took back a swap that was posted')
  }

  async function runOnce(): Promise<void> {
    try {
      isFull = await tables.isFull()
      await look()
      for (const swap of await tables.take(chainIds, round.transactions)) {
        const lane = lanes.get(swap.chain)
        if (lane) await settle(lane, swap).catch(warn('A swap was not compared with its chain'))
      }
      metrics.ledgerMismatches.set({ side: 'swap' }, await tables.count())
      await tables.sweep()
    } catch (error) {
      warn('Swaps were not compared')(error)
    }
  }

  async function run(): Promise<void> {
    running ??= runOnce().finally(() => {
      running = undefined
    })
    await running
  }

  async function note(chainId: ChainId, signed: Hex): Promise<void> {
    const { to, data } = parseTransaction(signed)
    if (!to || !data) return
    const found = await tables.findByCall(chainId, to.toLowerCase(), hashOfCall(data))
    if (found.length === 0) return
    const serializedTransaction = signed as Parameters<typeof recoverTransactionAddress>[0]['serializedTransaction']
    const sender = (await recoverTransactionAddress({ serializedTransaction })).toLowerCase()
    for (const { id, account } of found)
      if (account === sender) await tables.note(id, { reference: newName(), chain: chainId, hash: keccak256(signed) })
  }

  const timer = lanes.size > 0 ? setInterval(() => void run(), round.every) : undefined
  timer?.unref()
  return {
    async promise(chain, { user, from, to, amount }, { to: target, data, minimum, deadline }) {
      const lane = lanes.get(chain.caip2)
      if (lane === undefined || isFull) return
      const left = deadline === undefined ? life : Number(deadline) - clock().getTime() / 1_000
      const made = { id: newName(), filling: lane.filling, chain: chain.caip2, account: user, target }
      const terms = { dataHash: hashOfCall(data), sold: from, bought: to, amount, minimum }
      await tables
        .keep({ ...made, ...terms }, Math.min(Math.max(left, 0), life))
        .catch(warn('A swap was built that is not in the books'))
    },
    hear(chainId, { method, params }) {
      const [signed] = Array.isArray(params) ? (params as unknown[]) : []
      if (method !== 'eth_sendRawTransaction' || !lanes.has(chainId) || heard.size >= bounds.heard) return
      if (typeof signed !== 'string' || !/^0x([0-9a-fA-F]{2})+$/.test(signed)) return
      // Unreadable data is not a transaction; the node rejects it.
      const work = note(chainId, signed as Hex)
        .catch(() => undefined)
        .finally(() => heard.delete(work))
      heard.add(work)
    },
    run,
    async close() {
      clearInterval(timer)
      await Promise.all([running, ...heard])
    },
  }
}
