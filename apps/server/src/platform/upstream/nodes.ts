import type { ChainId } from '@latchkey/protocol/caip'
import { rpcTimeout } from '@latchkey/protocol/internal/limits'
import type { Chain } from '../chains/chain.js'
import { type NodeAnswer, type NodeCall, readAnswer } from './answer.js'
import { createNodeChecks } from './createNodeChecks.js'
import { createNodeChoice } from './createNodeChoice.js'
import { createNodeReads, type NodeReads } from './createNodeReads.js'
import { createNodeTransport, type NodeObserver } from './createNodeTransport.js'
import { encode, scrub } from './nodeTexts.js'
import type { RestAnswer } from './restAnswer.js'
import { createUpstream, type Upstream } from './upstream.js'

/** The nodes of all chains, behind one door: ranking, fail-over, time limit, strict answers. */
export type Nodes = NodeReads & {
  /** Sends once to one node. Another node is asked only if nothing can have left this machine. */
  write(chainId: ChainId, call: NodeCall): Promise<NodeAnswer>
  /** Asks one REST node after another for a path, with a body for a question that needs one. */
  get(chainId: ChainId, path: string, body?: string): Promise<RestAnswer>
  /** Sends a body once to one REST node. Another node is asked only if nothing can have left this machine. */
  post(chainId: ChainId, path: string, body: string, type: string): Promise<RestAnswer>
  /** Asks every node for its chain id now. */
  check(): Promise<void>
  /** The state of the nodes of each chain. */
  health(): readonly { chainId: ChainId; nodes: readonly Pick<Upstream, 'reachable' | 'wrongChain'>[] }[]
  close(): void
}

/**
 * Creates the one way to the nodes of the configured chains. It checks their chain ids at once and every 60 s, in the background.
 *
 * @param options - The chains, and optionally a callback for each exchange and the timeout of a call in milliseconds.
 * @returns The nodes; `close` ends the checks and the connections.
 *
 * @example
 * import { createNodes } from './nodes.js'
 * const nodes = createNodes({ chains })
 * const answer = await nodes.read('eip155:1', { method: 'eth_blockNumber', params: [] })
 */
export function createNodes(options: {
  chains: readonly Chain[]
  observe?: NodeObserver
  timeout?: number
  background?: boolean
}): Nodes {
  const timeout = options.timeout ?? rpcTimeout
  const pools = new Map<ChainId, readonly Upstream[]>(
    options.chains.map((chain) => [chain.caip2, chain.rpc.map(createUpstream)]),
  )
  let lastId = 0
  const nextId = () => ++lastId
  const line = createNodeTransport(options.observe)
  const choice = createNodeChoice(pools, timeout)
  const { read, readBatch } = createNodeReads(choice, line, nextId)
  const checks = createNodeChecks({ pools, line, nextId, timeout, background: options.background ?? true })

  return {
    read,
    readBatch,
    write: (chainId, call) =>
      choice.once(chainId, (turn) => {
        const id = nextId()
        return line.send(turn, encode(id, call), (text) => scrub(readAnswer(text, id), turn.upstream.url))
      }),
    get: (chainId, path, body) =>
      choice.untilAnswered(chainId, (turn) => line.ask(turn, body === undefined ? { path } : { path, body })),
    post: (chainId, path, body, type) => choice.once(chainId, (turn) => line.ask(turn, { path, body, type })),
    check: checks.check,
    health: () =>
      [...pools].map(([chainId, pool]) => ({
        chainId,
        nodes: pool.map(({ reachable, wrongChain }) => ({ reachable, wrongChain })),
      })),
    close() {
      checks.close()
      line.close()
    },
  }
}
