import { Refusal } from '../refusal.js'

/**
 * Says an error of a query in the words of a refusal, when the database had no connection or no time for it.
 *
 * @param error - What the query was rejected with.
 * @returns A refusal of status 503; undefined for any other error.
 */
export function databaseRefusal(error: unknown): Refusal | undefined {
  // The query builder puts an error of its own around each.
  const cause = error instanceof Error && error.message.startsWith('Failed query') ? error.cause : error
  if (cause instanceof Refusal) return cause.status === 503 ? cause : undefined
  // SQLSTATE of a statement that was ended, here by its time limit.
  if ((cause as { code?: unknown } | undefined)?.code !== '57014') return undefined
  return new Refusal(503, 'database', 'The database took too long for this call. Try again in some seconds.', {
    headers: { 'retry-after': '5' },
    cause: error,
  })
}
