import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import { createOriginMatcher } from '@latchkey/protocol/internal/origins'

/**
 * Creates the list of sites that a setting names.
 *
 * @throws LatchkeyError INVALID_CONFIG that says which setting is at fault, and how.
 */
export function createSiteMatcher(
  setting: string,
  ...given: Parameters<typeof createOriginMatcher>
): ReturnType<typeof createOriginMatcher> {
  try {
    return createOriginMatcher(...given)
  } catch (cause) {
    if (!isLatchkeyError(cause)) throw cause
    throw new LatchkeyError('INVALID_CONFIG', `${setting}: ${cause.message}`, { cause })
  }
}
