import type { Log } from '../log/log.js'
import { logFailedCall } from '../log/logFailedCall.js'
import type { Metrics } from '../metrics/metrics.js'
import { databaseRefusal } from './databaseRefusal.js'
import { Refusal } from './refusal.js'

/** Maps an error to status, headers and body, and counts it; unexpected errors are logged and not exposed. */
export function answerRefusal(
  error: unknown,
  requestId: string,
  { log, metrics }: { log: Log; metrics: Pick<Metrics, 'refused'> },
): { status: Refusal['status']; headers: Record<string, string>; body: string } {
  const refusal =
    error instanceof Refusal
      ? error
      : (databaseRefusal(error) ?? new Refusal(500, 'server', 'Something went wrong here', { cause: error }))
  metrics.refused.inc({ api: 'data', code: refusal.code })
  const { status, code, field } = refusal
  logFailedCall(log, { status, requestId, ...(status === 500 ? { error } : { error: refusal, code, field }) })
  return {
    status: refusal.status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...refusal.headers },
    body: JSON.stringify(refusal.body),
  }
}
