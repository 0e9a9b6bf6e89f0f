import { randomUUID } from 'node:crypto'
import { answerRefusal } from '../platform/http/answerRefusal.js'
import { corsHeaders } from '../platform/http/cors.js'
import type { Log } from '../platform/log/log.js'
import type { Metrics } from '../platform/metrics/metrics.js'
import type { RpcEndpoint, RpcRequestIn } from './createRpcEndpoint.js'

/** A whole answer but for what belongs to the connection; `headers` is a list of names and values in turns. */
export type RpcAnswer = { status: number; requestId: string; headers: readonly string[]; body: string }

const corsList = Object.entries(corsHeaders).flat()
const jsonList: readonly string[] = ['content-type', 'application/json', ...corsList]

/**
 * Creates the function that answers `POST /v1` for those who write to connections themselves: the endpoint, with an id, headers
 * and figures as the app gives them, and refusals as answers.
 *
 * @param options - The endpoint, the log and the figures.
 * @returns A function that never rejects; good answers share one list of headers.
 */
export function createRpcAnswer({
  endpoint,
  log,
  metrics,
}: {
  endpoint: RpcEndpoint
  log: Log
  metrics: Metrics
}): (request: RpcRequestIn) => Promise<RpcAnswer> {
  const counters = new Map<number, { inc(): void }>()

  function count(status: number): void {
    let counter = counters.get(status)
    if (counter === undefined) {
      counter = metrics.requests.labels({ route: '/v1', status })
      counters.set(status, counter)
    }
    counter.inc()
  }

  return async (request) => {
    const requestId = randomUUID()
    try {
      const { status, body } = await endpoint(request)
      count(status)
      return { status, requestId, headers: jsonList, body }
    } catch (error) {
      const { status, headers, body } = answerRefusal(error, requestId, { log, metrics })
      count(status)
      return { status, requestId, headers: [...corsList, ...Object.entries(headers).flat()], body }
    }
  }
}
