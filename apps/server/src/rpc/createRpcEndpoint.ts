import type { ChainId } from '@latchkey/protocol/caip'
import { Refusal } from '../platform/http/refusal.js'
import type { Gate } from '../platform/limits/gate.js'
import type { Metrics } from '../platform/metrics/metrics.js'
import { UpstreamFault } from '../platform/upstream/upstreamFault.js'
import type { RpcProxy } from './createProxy.js'

/** A JSON-RPC request over HTTP, from whichever server took it in; `search` is the query with or without its question mark. */
export type RpcRequestIn = { ip: string; search: string; body: () => Promise<string> }

/** The one way in for JSON-RPC over HTTP: gate, proxy, and what a failure of all nodes looks like. */
export type RpcEndpoint = (request: RpcRequestIn) => Promise<{ status: number; body: string }>

const maxSearches = 1000

/**
 * Creates the JSON-RPC endpoint.
 *
 * @param options - The gate, the proxy and the figures.
 * @returns A function that answers with JSON or throws a `Refusal`.
 */
export function createRpcEndpoint({
  gate,
  proxy,
  metrics,
}: {
  gate: Gate
  proxy: RpcProxy
  metrics: Metrics
}): RpcEndpoint {
  /** A page sends the same query again and again; only queries that passed the gate are remembered. */
  const admitted = new Map<string, ChainId>()
  const counters = new Map<string, { inc(): void }>()

  function chainOf(search: string): ChainId {
    const known = admitted.get(search)
    if (known !== undefined) return known
    const query = new URLSearchParams(search)
    gate.project(query.get('projectId'))
    const { caip2 } = gate.chain(query.get('chainId'))
    if (admitted.size >= maxSearches) admitted.clear()
    if (search.length < 500) admitted.set(search, caip2)
    return caip2
  }

  function count(chain: ChainId, status: number): void {
    const key = `${chain} ${status}`
    let counter = counters.get(key)
    if (counter === undefined) {
      counter = metrics.rpcCalls.labels({ chain, status })
      counters.set(key, counter)
    }
    counter.inc()
  }

  return async ({ ip, search, body }) => {
    gate.limit(ip)
    const chainId = chainOf(search)
    try {
      const reply = await proxy.answer(chainId, await body(), (calls) => gate.charge(ip, calls))
      count(chainId, reply.status)
      return reply
    } catch (error) {
      if (!(error instanceof UpstreamFault)) throw error
      count(chainId, 503)
      throw new Refusal(503, 'chainId', error.message, {
        cause: error,
        code: error.code,
        headers: error.retryAfter === undefined ? {} : { 'retry-after': String(Math.ceil(error.retryAfter / 1000)) },
      })
    }
  }
}
