import type { Log } from './log.js'
import { reasonOf, withoutValues } from './withoutValues.js'

/**
 * Tells the log of a call that could not be served: what passes by itself (503) as a warning, what nobody expected (500) as an error.
 * Both APIs say it in the same words, since operators are woken by them.
 *
 * @param log - The log.
 * @param failed - The status of the answer, why, and what else the line has; other statuses write nothing.
 */
export function logFailedCall(
  log: Log,
  { status, error, ...fields }: { status: number; error: unknown; [field: string]: unknown },
): void {
  if (status === 500) log.error({ ...fields, err: withoutValues(error) }, 'A call failed inside')
  if (status !== 503) return
  const { cause } = error as { cause?: unknown }
  const because = cause === undefined ? {} : { reason: reasonOf(cause) }
  log.warn({ ...fields, ...because }, reasonOf(error))
}
