import type { Chain } from '../../platform/chains/chain.js'
import type { Log } from '../../platform/log/log.js'
import { reasonOf } from '../../platform/log/withoutValues.js'
import { isMethodRefused } from '../../platform/upstream/isMethodRefused.js'
import type { Nodes } from '../../platform/upstream/nodes.js'
import { UpstreamFault } from '../../platform/upstream/upstreamFault.js'
import type { ReadBlock } from '../readBlocks.js'
import { type Payments, type TraceWire, traceWires } from './readPayments.js'

/** Returns what contracts paid in the transactions of blocks; throws while it is worth to ask again. */
export type Tracer = (blocks: readonly ReadBlock[]) => Promise<Payments>

type Source = { readonly node: number; wire: TraceWire | undefined; refusedUntil: number }

/** How many blocks are asked for at once: a trace is large, and it is work for the node. */
const atOnce = 3
/** How often blocks are asked for: a node that is away comes back, one that fails at a block does so again. */
const tries = { away: 20, block: 3 }
/** After so many consecutive blocks without a trace the nodes are at fault, not the block. */
const inRow = 3
/** The pauses of tracing, in milliseconds: after failures, doubled each time, and where no node supports it. */
const rests = { least: 60_000, most: 600_000, refused: 86_400_000 }

/**
 * Creates the part that asks the nodes of a chain for traces. Which of them trace, and how, is found out by asking and remembered. A history does
 * not wait for traces for long: a block without a trace has the payments of transactions, and lacks those of contracts.
 *
 * @param options - The chain, the nodes, the log, the clock, and the callback with the number of blocks without a trace.
 * @returns The tracer.
 */
export function createTracer(options: {
  chain: Chain
  nodes: Nodes
  log: Log
  now?: () => number
  onUntold?: (blocks: number) => void
}): Tracer {
  const { chain, nodes, log, now = Date.now, onUntold } = options
  // The one that told last stands first.
  let sources = chain.rpc.map((_, node): Source => ({ node, wire: undefined, refusedUntil: 0 }))
  /** How often the same blocks were read again. */
  let rounds = 0
  /** The number of consecutive blocks without a trace. */
  let untold = 0
  let rest = { until: 0, length: 0 }

  async function ask(source: Source, block: ReadBlock): Promise<Payments | undefined> {
    for (const wire of source.wire ? [source.wire] : traceWires) {
      const call = { method: wire.method, params: wire.params(block) }
      const answer = await nodes.read(chain.caip2, call, { pin: source.node })
      if (answer.ok) {
        const payments = tryRead(wire, answer.result, block)
        if (payments) {
          source.wire = wire
          return payments
        }
        // Some nodes answer a question that they do not know with something else.
        if (!source.wire) continue
      } else if (isMethodRefused(answer.error)) continue
      throw new UpstreamFault('RPC_BAD_ANSWER', {
        sent: true,
        details: answer.ok ? 'The answer is no trace of the block.' : answer.error.message.slice(0, 200),
      })
    }
    Object.assign(source, { wire: undefined, refusedUntil: now() + rests.refused })
    return undefined
  }

  /** The payments of a block, or why there are none; nothing where each node says that it does not trace. */
  async function find(block: ReadBlock): Promise<Payments | UpstreamFault | undefined> {
    let fault: UpstreamFault | undefined
    for (const source of sources) {
      if (source.refusedUntil > now()) continue
      try {
        const payments = await ask(source, block)
        if (payments) {
          sources = [source, ...sources.filter((one) => one !== source)]
          return payments
        }
      } catch (error) {
        if (!(error instanceof UpstreamFault)) throw error
        // A node that is known to trace says more about the block than one that was never heard.
        if (!fault || source.wire) fault = error
      }
    }
    return fault
  }

  /** Whether it is worth to read the blocks again for what failed; the next question waits where it is not. */
  function isPassing({ code }: UpstreamFault): boolean {
    const isUnreachable = code !== 'RPC_TIMEOUT' && code !== 'RPC_BAD_ANSWER'
    const isKnown = sources.some(({ wire }) => wire !== undefined)
    if (isKnown && untold === 0 && ++rounds < (isUnreachable ? tries.away : tries.block)) return true
    untold += 1
    if (rest.until > now() || (!isUnreachable && isKnown && untold < inRow)) return false
    const length = Math.min(rest.length * 2 || rests.least, rests.most)
    rest = { until: now() + length, length }
    return false
  }

  return async (blocks) => {
    const asked = blocks.filter(({ transactions }) => transactions.length > 0)
    const told: Payments[] = []
    // The first finds out whom to ask.
    for (let at = 0; at < asked.length && rest.until <= now(); at += at === 0 ? 1 : atOnce) {
      const found = await Promise.all(asked.slice(at, at === 0 ? 1 : at + atOnce).map(find))
      for (const one of found) {
        if (one instanceof UpstreamFault) {
          if (isPassing(one)) throw one
          log.warn({ chain: chain.caip2, reason: reasonOf(one) }, 'payments of contracts in a block are not told')
        } else if (one) {
          told.push(one)
          untold = 0
          rest = { until: 0, length: 0 }
        } else if (rest.until <= now()) {
          rest = { until: now() + rests.refused, length: 0 }
          log.warn({ chain: chain.caip2 }, 'no node traces, so payments that contracts make are not told')
        }
      }
    }
    rounds = 0
    if (told.length < asked.length) onUntold?.(asked.length - told.length)
    return new Map(told.flatMap((payments) => [...payments]))
  }
}

function tryRead(wire: TraceWire, result: unknown, block: ReadBlock): Payments | undefined {
  try {
    return wire.read(result, block)
  } catch {
    return undefined
  }
}
