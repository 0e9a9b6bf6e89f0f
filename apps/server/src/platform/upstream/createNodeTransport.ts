import type { ChainId } from '@latchkey/protocol/caip'
import { createRestClient, type RestCall } from './createRestClient.js'
import { hideAddress } from './hideAddress.js'
import { createHttpClient } from './httpClient.js'
import { usable } from './nodeTexts.js'
import type { RestAnswer } from './restAnswer.js'
import { noteAnswer, noteFailure, type Upstream } from './upstream.js'
import { UpstreamFault } from './upstreamFault.js'

/** The log of exchanges with nodes: one line each, without addresses or parameters. */
export type NodeObserver = (event: { chainId: ChainId; upstream: number; outcome: string; seconds: number }) => void

/** A node to speak to, and how long that may take; `fresh` takes a connection of its own. */
export type NodeTurn = { chainId: ChainId; upstream: Upstream; timeout: number; fresh?: boolean }

/** Single exchanges with nodes; each is noted in the record of its node. */
export type NodeLine = {
  /** Sends a JSON text and reads what comes back. */
  send<T>(turn: NodeTurn, body: string, read: (text: string) => T): Promise<T>
  /** Asks a REST node. */
  ask(turn: NodeTurn, call: RestCall): Promise<RestAnswer>
  close(): void
}

/** Creates the line to nodes; it owns the connections until `close`. */
export function createNodeTransport(observe: NodeObserver | undefined): NodeLine {
  const client = createHttpClient()
  const rest = createRestClient()

  async function noted<T>({ chainId, upstream }: NodeTurn, work: () => Promise<T>): Promise<T> {
    const started = performance.now()
    try {
      const answer = await work()
      const latency = performance.now() - started
      noteAnswer(upstream, latency)
      observe?.({ chainId, upstream: upstream.index, outcome: 'ok', seconds: latency / 1000 })
      return answer
    } catch (error) {
      const fault =
        error instanceof UpstreamFault ? error : new UpstreamFault('RPC_BAD_ANSWER', { sent: true, cause: error })
      noteFailure(upstream, fault, Date.now())
      observe?.({
        chainId,
        upstream: upstream.index,
        outcome: fault.code,
        seconds: (performance.now() - started) / 1000,
      })
      throw fault
    }
  }

  return {
    send: (turn, body, read) => noted(turn, async () => read(usable(await client.post(turn.upstream.url, body, turn)))),
    async ask(turn, call) {
      const { upstream, timeout, fresh = false } = turn
      const answer = await noted(turn, () => rest.send(upstream.url, call, { timeout, fresh }))
      return answer.status < 400 ? answer : { ...answer, text: hideAddress(answer.text, upstream.url) }
    },
    close() {
      client.close()
      rest.close()
    },
  }
}
