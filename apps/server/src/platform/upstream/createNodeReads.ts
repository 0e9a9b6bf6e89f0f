import type { ChainId } from '@latchkey/protocol/caip'
import { type NodeAnswer, type NodeCall, readAnswer, readBatchAnswer } from './answer.js'
import type { NodeChoice } from './createNodeChoice.js'
import type { NodeLine, NodeTurn } from './createNodeTransport.js'
import { encode, refuseBusy, scrub } from './nodeTexts.js'

/** How a read is asked for. */
export type ReadOptions = {
  /** Refuses an answer, for example one of a node that lags behind; the next node is asked. */
  accept?: (answer: NodeAnswer) => boolean
  /** Asks only the node with this place in the configured order. */
  pin?: number
}

/** Read methods, which any node of a chain may answer. */
export type NodeReads = {
  /** Asks one node after another until one answers; a revert is an answer. */
  read(chainId: ChainId, call: NodeCall, options?: ReadOptions): Promise<NodeAnswer & { upstream: number }>
  /** The same for several reads in one exchange; the answers come in the order of the calls, from one node. */
  readBatch(
    chainId: ChainId,
    calls: readonly NodeCall[],
    options?: { accept?: (answers: readonly NodeAnswer[]) => boolean },
  ): Promise<readonly NodeAnswer[]>
}

/** How many calls go into one batch. */
const chunk = 100

/**
 * Creates the reads of JSON-RPC nodes.
 *
 * @param choice - Which node is asked.
 * @param line - How it is asked.
 * @param nextId - What numbers calls.
 * @returns The reads.
 */
export function createNodeReads(choice: NodeChoice, line: NodeLine, nextId: () => number): NodeReads {
  function readChunk(
    chainId: ChainId,
    calls: readonly NodeCall[],
    accept?: (answers: readonly NodeAnswer[]) => boolean,
  ): Promise<readonly NodeAnswer[]> {
    const ask = (turn: NodeTurn) => {
      const { url } = turn.upstream
      const ids = calls.map(nextId)
      const [first = 0] = ids
      const body = `[${calls.map((call, at) => encode(first + at, call)).join(',')}]`
      const take = (text: string) => {
        const answers = readBatchAnswer(text, first, calls.length)
        if (!isRefusedWhole(answers)) return answers.map((answer) => scrub(answer, url))
        const refused = scrub(refuseBusy(answers), url)
        return calls.map(() => refused)
      }
      return line.send(turn, body, take)
    }
    return choice.untilAnswered(chainId, ask, { accept })
  }

  return {
    read(chainId, call, { pin, accept }: ReadOptions = {}) {
      const ask = async (turn: NodeTurn) => {
        const { upstream } = turn
        const id = nextId()
        const take = (text: string) => scrub(refuseBusy(readAnswer(text, id)), upstream.url)
        return { ...(await line.send(turn, encode(id, call), take)), upstream: upstream.index }
      }
      return choice.untilAnswered(chainId, ask, { pin, accept })
    },
    async readBatch(chainId, calls, how = {}) {
      if (calls.length <= chunk) return readChunk(chainId, calls, how.accept)
      const chunks: (readonly NodeCall[])[] = []
      for (let at = 0; at < calls.length; at += chunk) chunks.push(calls.slice(at, at + chunk))
      return (await Promise.all(chunks.map((part) => readChunk(chainId, part)))).flat()
    },
  }
}

function isRefusedWhole(answers: readonly NodeAnswer[] | NodeAnswer): answers is NodeAnswer {
  return !Array.isArray(answers)
}
