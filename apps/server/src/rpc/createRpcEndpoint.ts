import type { Gate } from '../platform/gate.js'
import type { Metrics } from '../platform/metrics.js'
import { Refusal } from '../platform/refusal.js'
import { UpstreamFault } from '../platform/upstream/upstreamFault.js'
import type { RpcProxy } from './createProxy.js'

/** A JSON-RPC request over HTTP, from whichever server took it in. */
export type RpcRequestIn = { ip: string; query: URLSearchParams; body: () => Promise<string> }

/** The one way in for JSON-RPC over HTTP: gate, proxy, and what a failure of all nodes looks like. */
export type RpcEndpoint = (request: RpcRequestIn) => Promise<{ status: number; body: string }>

/**
 * Makes the JSON-RPC endpoint.
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
  return async ({ ip, query, body }) => {
    gate.limit(ip)
    gate.project(query.get('projectId'))
    const { caip2 } = gate.chain(query.get('chainId'))
    try {
      const reply = await proxy.answer(caip2, await body())
      metrics.rpcCalls.inc({ chain: caip2, status: reply.status })
      return reply
    } catch (error) {
      if (!(error instanceof UpstreamFault)) throw error
      metrics.rpcCalls.inc({ chain: caip2, status: 503 })
      throw new Refusal(503, 'chainId', error.message, {
        cause: error,
        code: error.code,
        headers: error.retryAfter === undefined ? {} : { 'retry-after': String(Math.ceil(error.retryAfter / 1000)) },
      })
    }
  }
}
