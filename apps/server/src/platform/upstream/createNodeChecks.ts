import type { ChainId } from '@latchkey/protocol/caip'
import { readAnswer } from './answer.js'
import { chainCheck } from './chainCheck.js'
import type { NodeLine } from './createNodeTransport.js'
import { encode } from './nodeTexts.js'
import type { Upstream } from './upstream.js'
import { UpstreamFault } from './upstreamFault.js'

/** Asks every node for its chain id, now and again. */
export type NodeChecks = { check(): Promise<void>; close(): void }

const checkEvery = 60_000
const checkTimeout = 5_000

/**
 * Creates the checks of the nodes' chain ids.
 *
 * @param options - The records of the nodes, the line to them, what numbers calls, how long a check may take at most in milliseconds,
 * and whether they are checked at once and every 60 s.
 * @returns The checks.
 */
export function createNodeChecks(options: {
  pools: ReadonlyMap<ChainId, readonly Upstream[]>
  line: NodeLine
  nextId: () => number
  timeout: number
  background: boolean
}): NodeChecks {
  const { pools, line, nextId } = options
  const timeout = Math.min(checkTimeout, options.timeout)

  async function isRight(chainId: ChainId, upstream: Upstream): Promise<boolean | undefined> {
    const asked = chainCheck(chainId)
    const turn = { chainId, upstream, timeout }
    if ('path' in asked) {
      const { status, text } = await line.ask(turn, { path: asked.path })
      return status === 200 ? asked.isRight(text) : undefined
    }
    const id = nextId()
    const answer = await line.send(turn, encode(id, asked.call), (text) => readAnswer(text, id))
    return answer.ok ? asked.isRight(answer.result) : undefined
  }

  async function checkOne(chainId: ChainId, upstream: Upstream): Promise<void> {
    if (upstream.waitUntil > Date.now()) return
    try {
      const right = await isRight(chainId, upstream)
      if (right !== undefined) upstream.wrongChain = !right
    } catch (error) {
      // The failure is on record already; the node stays in the list.
      if (!(error instanceof UpstreamFault)) throw error
    }
  }

  async function check(): Promise<void> {
    await Promise.all([...pools].flatMap(([chainId, pool]) => pool.map((one) => checkOne(chainId, one))))
  }

  const timer = options.background ? setInterval(() => void check(), checkEvery) : undefined
  timer?.unref()
  if (timer) void check()
  return { check, close: () => clearInterval(timer) }
}
