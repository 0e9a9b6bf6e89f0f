import { isLatchkeyError } from '@latchkey/protocol/errors'

const pauses = [500, 2_000]

/**
 * Repeats a call that the server takes only once, however often it hears it, while the server cannot be reached.
 *
 * @param call - The call.
 * @returns Its answer.
 */
export async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      return await call()
    } catch (error) {
      if (!isLatchkeyError(error, 'API_UNREACHABLE')) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return call()
}
