import { LatchkeyError } from '@latchkey/protocol/errors'

/**
 * Reads the option `--watch`.
 *
 * @param text - What stands behind it; undefined when the option is absent.
 * @returns The seconds, 10 to 86,400.
 * @throws LatchkeyError INVALID_CONFIG for anything else.
 */
export function readSeconds(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (seconds >= 10 && seconds <= 86_400) return seconds
  throw new LatchkeyError('INVALID_CONFIG', '--watch takes 10 to 86400 seconds between two looks')
}
