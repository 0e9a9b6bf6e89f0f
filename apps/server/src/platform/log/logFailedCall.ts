import type { Log } from './log.js'
import { reasonOf, withoutValues } from './withoutValues.js'

/**
 * Logs a failed call: a temporary failure (503) as a warning, an unexpected one (500) as an error.
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
