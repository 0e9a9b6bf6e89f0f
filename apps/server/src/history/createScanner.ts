import type { Chain } from '../platform/chains/chain.js'
import type { Log } from '../platform/log/log.js'
import { reasonOf } from '../platform/log/withoutValues.js'
import type { Nodes } from '../platform/upstream/nodes.js'
import { toMoves } from './collectibles/toMoves.js'
import type { HistoryTables, Progress } from './createHistoryTables.js'
import { createTracer } from './payments/createTracer.js'
import { type BlockHead, readBlocks, readHeads } from './readBlocks.js'
import { toEntries } from './toEntries.js'

/** Reads the blocks of one chain into the database, in the background. */
export type Scanner = {
  /** Reads up to ten blocks further; says whether more are waiting. */
  round(): Promise<boolean>
  /** Begins the rounds; they wait while another process reads the chain. */
  start(): void
  /** Ends them, once the one under way is over. */
  stop(): Promise<void>
}

const blocksPerRound = 10
/** How many blocks back a reorganisation is looked for; beyond that the chain is read anew. */
const kept = 12

/**
 * Creates the scanner of one chain.
 *
 * @param options - The chain, the nodes, the tables, the log, and how long to wait for new blocks in
 * milliseconds, and the check whether this process is the one that reads the chain.
 * @returns The scanner; it has not begun.
 */
export function createScanner(options: {
  chain: Chain
  nodes: Nodes
  tables: HistoryTables
  log: Log
  pause: number
  isOurs?: () => Promise<boolean>
  /** Hears after each look how many blocks are still to be read. */
  onLag?: (blocks: number) => void
  /** Hears of how many blocks no node told what contracts paid. */
  onUntold?: (blocks: number) => void
  now?: () => number
}): Scanner {
  const { nodes, tables, log, pause, isOurs = async () => true, onLag } = options
  const { caip2, history } = options.chain
  const { from: first = 0, traces: isTraced = true } = typeof history === 'object' ? history : {}
  const trace = isTraced ? createTracer(options) : async () => new Map()
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let isOver = false

  async function round(): Promise<boolean> {
    const before = await tables.progress(caip2)
    const [genesis, head] = await readHeads(nodes, caip2, [0, 'latest'])
    if (!genesis || !head) return false
    const base = await standOn(before, genesis, head)
    // A node that lags behind says nothing new; a chain that went back is noticed with its next block.
    if (base !== undefined) onLag?.(Math.max(0, head.number + 1 - base.next))
    if (base === undefined || head.number < base.next) return false
    const top = base.recent[0]
    const parent = top?.number === base.next - 1 ? top.hash : undefined
    const end = Math.min(head.number, base.next + blocksPerRound - 1)
    const blocks = await readBlocks(nodes, caip2, base.next, end, parent)
    const last = blocks.at(-1)
    if (!last) return false
    const payments = await trace(blocks)
    const heads = blocks.map(({ number, hash }): BlockHead => ({ number, hash })).reverse()
    const recent = [...heads, ...base.recent].slice(0, kept)
    const after: Progress = { genesis: genesis.hash, next: last.number + 1, recent }
    await tables.keep(caip2, before, after, base.next, {
      entries: blocks.flatMap((block) => toEntries(block, payments)),
      moves: blocks.flatMap(toMoves),
    })
    onLag?.(head.number - last.number)
    return last.number < head.number
  }

  /** The part of what was read that the chain still holds to. */
  async function standOn(before: Progress | undefined, genesis: BlockHead, head: BlockHead) {
    const anew = { next: first, recent: [] as BlockHead[] }
    if (!before || before.genesis !== genesis.hash) return anew
    if (head.number < before.next - 1) return undefined
    const [top] = before.recent
    if (top?.number === head.number && top.hash === head.hash) return before
    const now = await readHeads(
      nodes,
      caip2,
      before.recent.map(({ number }) => number),
    )
    // A node without a block that was read lags behind, and must not undo what another one told.
    if (now.includes(undefined)) return undefined
    const holds = before.recent.findIndex(({ hash }, index) => now[index]?.hash === hash)
    if (holds === 0) return before
    const base = before.recent[holds]
    return base ? { next: base.number + 1, recent: before.recent.slice(holds) } : anew
  }

  async function turn(): Promise<void> {
    let isMore = false
    try {
      isMore = (await isOurs()) && (await round())
    } catch (error) {
      log.warn({ chain: caip2, reason: reasonOf(error) }, 'history was not read')
    }
    if (!isOver) plan(isMore ? 0 : pause)
  }

  function plan(delay: number): void {
    timer = setTimeout(() => {
      running = turn()
    }, delay)
    timer.unref()
  }

  return {
    round,
    start: () => plan(0),
    async stop() {
      isOver = true
      clearTimeout(timer)
      await running
    },
  }
}
