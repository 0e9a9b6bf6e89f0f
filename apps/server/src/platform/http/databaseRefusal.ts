import { Refusal } from './refusal.js'

/**
 * Describes an error of a query in the words of a refusal, when the database could not be reached, or had no connection or no time for it.
 *
 * @param error - What the query was rejected with.
 * @returns A refusal of status 503; undefined for any other error.
 */
export function databaseRefusal(error: unknown): Refusal | undefined {
  // The query builder puts an error of its own around each.
  const isQuery = error instanceof Error && error.message.startsWith('Failed query')
  const cause = isQuery ? error.cause : error
  if (cause instanceof Refusal) return cause.status === 503 ? cause : undefined
  const code = (cause as { code?: unknown } | undefined)?.code
  // SQLSTATE of a statement that was ended, here by its time limit.
  if (code === '57014') return refuse('The database took too long for this call', error)
  return isDown(code, isQuery) ? refuse('The database cannot be used now', error) : undefined
}

/** A statement that failed without an SQLSTATE never reached the database; classes 08, 53, 57 and 58 are its own troubles. */
function isDown(code: unknown, isQuery: boolean): boolean {
  if (typeof code !== 'string') return isQuery
  return /^(08|53|57|58|25006)/.test(code) || /^E[A-Z]{4,}$/.test(code)
}

function refuse(what: string, cause: unknown): Refusal {
  return new Refusal(503, 'database', `${what}. Try again in some seconds.`, { headers: { 'retry-after': '5' }, cause })
}
