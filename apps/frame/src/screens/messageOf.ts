import { isLatchkeyError } from '@latchkey/protocol/errors'
import { strings } from './strings.js'

/**
 * Returns the words for something that failed: our own errors speak for themselves, all else says that nothing happened.
 *
 * @param error - What was thrown.
 * @returns One or two sentences.
 */
export function messageOf(error: unknown): string {
  return isLatchkeyError(error) && error.message !== '' ? error.message : strings.somethingWrong
}
