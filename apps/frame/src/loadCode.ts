import { LatchkeyError } from '@latchkey/protocol/errors'

/**
 * Loads code that comes apart from the rest, as `import()` does, and fails as a call of the wallet's server does.
 *
 * @param load - The import.
 * @returns The module.
 * @throws LatchkeyError API_UNREACHABLE when its file cannot be had.
 */
export async function loadCode<module>(load: () => Promise<module>): Promise<module> {
  try {
    return await load()
  } catch (cause) {
    throw new LatchkeyError('API_UNREACHABLE', 'The wallet cannot be reached. Check your connection and try again.', {
      cause,
    })
  }
}
