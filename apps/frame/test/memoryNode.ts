type Asked = {
  readonly url: string
  readonly method: string
  readonly params: unknown
  readonly signal: AbortSignal | null | undefined
}
/** A scripted node without state; it refuses calls that have no answer. */
export type MemoryNode = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** All that it was asked, in that order. */
  readonly asked: Asked[]
  /** Gives what was asked by these methods, or by all. */
  of(...methods: readonly string[]): readonly Asked[]
  /** What it answers; a function is called each time, and an error is the node's own. */
  answers: { [method: string]: unknown }
}

const quiet = {
  eth_chainId: '0x7a69',
  eth_getTransactionCount: '0x5',
  // One ether, a base fee of one gwei and a tip of a tenth of it.
  eth_getBalance: '0xde0b6b3a7640000',
  eth_getBlockByNumber: { baseFeePerGas: '0x3b9aca00' },
  eth_maxPriorityFeePerGas: '0x5f5e100',
  eth_estimateGas: '0x5208',
  eth_sendRawTransaction: '0x00',
  eth_getTransactionReceipt: { status: '0x1' },
}

/**
 * Makes a node without a chain: a quiet network on which everything succeeds, until it is told something else.
 *
 * @param answers - What it answers otherwise.
 * @returns The node.
 */
export function createMemoryNode(answers: MemoryNode['answers'] = {}): MemoryNode {
  const node: MemoryNode = {
    asked: [],
    of: (...methods) => node.asked.filter(({ method }) => methods.includes(method)),
    answers: { ...quiet, ...answers },
    async fetch(url, { body, signal }) {
      const { id, method, params } = JSON.parse(String(body ?? '{}')) as {
        id: number
        method?: string
        params: unknown
      }
      // It is no data API: prices and pictures are elsewhere.
      if (method === undefined) return new Response('', { status: 404 })
      node.asked.push({ url, method, params, signal })
      const known = node.answers[method] ?? new Error('The method is not known')
      const answer = async () => (typeof known === 'function' ? known(params, url) : known)
      const ended = new Promise<never>((_, reject) => {
        if (signal?.aborted) reject(signal.reason)
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
      const result = await Promise.race([ended, answer()])
      return Response.json(
        result instanceof Error
          ? // A number that means nothing, so that the words count.
            { jsonrpc: '2.0', id, error: { code: -39_999, message: result.message } }
          : { jsonrpc: '2.0', id, result },
      )
    },
  }
  return node
}
