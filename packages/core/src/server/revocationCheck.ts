import { LatchkeyError } from '@latchkey/protocol/errors'
import { rpcTimeout } from '@latchkey/protocol/internal/limits'

/** For how long an answer counts, in milliseconds. */
const life = 60_000
/** The most answers that are kept; the oldest go first. */
const mostKept = 10_000

type Answer = { readonly until: number; readonly isHeld: Promise<boolean> }

/**
 * Asks the server of a token whether its sign-in still holds, and keeps the answer for a minute.
 *
 * @param me - Where the server tells who a token belongs to.
 * @param ask - As `fetch`.
 * @returns A function that throws UNAUTHORIZED for a revoked sign-in; API_UNREACHABLE, API_BAD_ANSWER and RATE_LIMITED when unknown.
 */
export function revocationCheck(me: URL, ask: typeof fetch): (id: string, token: string) => Promise<void> {
  const answers = new Map<string, Answer>()
  return async (id, token) => {
    const kept = answers.get(id)
    const answer = kept && kept.until > Date.now() ? kept : { until: Date.now() + life, isHeld: question(token) }
    if (answer !== kept) keep(id, answer)
    // The next call retries a failed request.
    const isHeld = await answer.isHeld.catch((error: unknown) => {
      if (answers.get(id) === answer) answers.delete(id)
      throw error
    })
    if (isHeld) return
    throw new LatchkeyError('UNAUTHORIZED', 'This sign-in was ended.', { hints: ['Let the person sign in again.'] })
  }

  function keep(id: string, answer: Answer): void {
    // Set anew, it is the youngest.
    answers.delete(id)
    answers.set(id, answer)
    for (const oldest of answers.keys()) {
      if (answers.size <= mostKept) break
      answers.delete(oldest)
    }
  }

  async function question(token: string): Promise<boolean> {
    const headers = { authorization: `Bearer ${token}` }
    const response = await ask(me, { headers, signal: AbortSignal.timeout(rpcTimeout) }).catch((cause: unknown) => {
      throw new LatchkeyError('API_UNREACHABLE', 'The sign-in service is not reachable.', { cause })
    })
    // Its words are not needed.
    await response.body?.cancel()
    if (response.ok) return true
    if (response.status === 401) return false
    if (response.status === 429)
      throw new LatchkeyError('RATE_LIMITED', 'The sign-in service received too many requests.')
    throw new LatchkeyError('API_BAD_ANSWER', `The sign-in service answered ${response.status}.`)
  }
}
