import type { Log } from '../log/log.js'
import { reasonOf, withoutValues } from '../log/withoutValues.js'
import type { Metrics } from '../metrics/metrics.js'
import { databaseRefusal } from './databaseRefusal.js'
import { Refusal } from './refusal.js'

/** Turns whatever was thrown into status, headers and body, and counts it; what is no refusal is logged and told nobody. */
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
  if (refusal.status === 500) log.error({ requestId, err: withoutValues(error) }, 'A call failed inside')
  else if (refusal.status === 503) {
    const because = refusal.cause === undefined ? {} : { reason: reasonOf(refusal.cause) }
    log.warn({ requestId, code: refusal.code, field: refusal.field, ...because }, reasonOf(refusal))
  }
  return {
    status: refusal.status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...refusal.headers },
    body: JSON.stringify(refusal.body),
  }
}
