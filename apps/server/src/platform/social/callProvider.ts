import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import { isUnreachable } from './isUnreachable.js'

/**
 * Does something at a provider, and tells one that does not answer from one whose answer is not to be believed; what it said goes into no
 * answer of ours.
 *
 * @param label - How people call the provider.
 * @throws LatchkeyError API_UNREACHABLE, UNAUTHORIZED.
 */
export async function callProvider<T>(label: string, job: () => Promise<T>): Promise<T> {
  try {
    return await job()
  } catch (cause) {
    if (isLatchkeyError(cause, 'UNSUPPORTED_METHOD')) throw cause
    throw isUnreachable(cause)
      ? new LatchkeyError('API_UNREACHABLE', `${label} does not answer. Try again, or sign in another way.`, { cause })
      : new LatchkeyError('UNAUTHORIZED', `${label} did not confirm who you are. Try again.`, { cause })
  }
}
