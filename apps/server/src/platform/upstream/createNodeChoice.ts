import type { ChainId } from '@latchkey/protocol/caip'
import type { NodeTurn } from './createNodeTransport.js'
import { rank, type Upstream } from './upstream.js'
import { UpstreamFault } from './upstreamFault.js'

/** Which nodes of a chain are asked, and in which order. */
export type NodeChoice = {
  /** Asks one node after another until one gives an answer that is accepted; with `pin` only the node of that place. */
  untilAnswered<T>(
    chainId: ChainId,
    ask: (turn: NodeTurn) => Promise<T>,
    how?: { pin?: number | undefined; accept?: ((answer: T) => boolean) | undefined },
  ): Promise<T>
  /** Asks one node; another is asked only if nothing can have left this machine. */
  once<T>(chainId: ChainId, send: (turn: NodeTurn) => Promise<T>): Promise<T>
}

const maxAttempts = 5
const retryDelay = 150

/**
 * Creates the choice among nodes.
 *
 * @param pools - The records of the nodes of each chain.
 * @param timeout - How long one call may take with all its attempts, in milliseconds.
 * @returns The choice.
 */
export function createNodeChoice(pools: ReadonlyMap<ChainId, readonly Upstream[]>, timeout: number): NodeChoice {
  function candidates(chainId: ChainId, pin?: number): readonly Upstream[] {
    const pool = pools.get(chainId) ?? []
    const now = Date.now()
    const ranked = rank(pin === undefined ? pool : pool.filter((one) => one.index === pin), now).slice(0, maxAttempts)
    if (ranked.length > 0) return ranked
    const waits = pool.filter((one) => !one.wrongChain && one.waitUntil > now).map((one) => one.waitUntil - now)
    if (waits.length > 0) throw new UpstreamFault('RATE_LIMITED', { sent: false, retryAfter: Math.min(...waits) })
    throw new UpstreamFault('NO_RPC_URL', { sent: false })
  }

  async function untilAnswered<T>(
    chainId: ChainId,
    ask: (turn: NodeTurn) => Promise<T>,
    { pin, accept }: { pin?: number | undefined; accept?: ((answer: T) => boolean) | undefined } = {},
  ): Promise<T> {
    const deadline = performance.now() + timeout
    const ranked = candidates(chainId, pin)
    const attempts = ranked.length === 1 ? [...ranked, ...ranked] : ranked
    let fault: UpstreamFault | undefined
    for (const [at, upstream] of attempts.entries()) {
      const left = deadline - performance.now()
      if (left <= 0) break
      if (at > 0 && upstream === attempts[at - 1]) {
        if (upstream.waitUntil > Date.now()) break
        await new Promise((resolve) => setTimeout(resolve, Math.min(retryDelay, left)))
      }
      try {
        // A node that hangs must leave time for the others; a single one may use all of it.
        const share = ranked.length === 1 ? left : Math.max(left / (attempts.length - at), 1)
        const answer = await ask({ chainId, upstream, timeout: share })
        if (accept === undefined || accept(answer)) return answer
        fault = new UpstreamFault('RPC_BAD_ANSWER', { sent: true, details: 'The node lags behind.' })
      } catch (error) {
        if (!(error instanceof UpstreamFault)) throw error
        fault = error
      }
    }
    throw fault ?? new UpstreamFault('RPC_TIMEOUT', { sent: true })
  }

  async function once<T>(chainId: ChainId, send: (turn: NodeTurn) => Promise<T>): Promise<T> {
    const deadline = performance.now() + timeout
    let fault: UpstreamFault | undefined
    for (const upstream of candidates(chainId)) {
      try {
        // A connection of its own: a kept one that breaks would leave in doubt whether the node has the transaction.
        return await send({ chainId, upstream, timeout: Math.max(deadline - performance.now(), 1), fresh: true })
      } catch (error) {
        if (!(error instanceof UpstreamFault) || error.sent) throw error
        fault = error
      }
    }
    throw fault ?? new UpstreamFault('NO_RPC_URL', { sent: false })
  }

  return { untilAnswered, once }
}
