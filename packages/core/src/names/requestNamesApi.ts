import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import type { Api, ApiCall } from '../calls/api.js'

/**
 * Calls the name service; what goes wrong says the first reason of the answer, or the words given here.
 *
 * @param api - The data API.
 * @param words - What is said where the answer gives no reason.
 * @param call - The call.
 */
export async function requestNamesApi<answer>(api: Api, words: string, call: ApiCall<answer>): Promise<answer> {
  try {
    return await api.request(call)
  } catch (error) {
    if (!isLatchkeyError(error) || error.code === 'ABORTED') throw error
    throw new LatchkeyError(error.code, reasonOf(error.cause) ?? words, { cause: error })
  }
}

/** The description of the first reason that the answer gives. */
function reasonOf(cause: unknown): string | undefined {
  const { text } = (cause ?? {}) as { text?: unknown }
  if (typeof text !== 'string') return undefined
  try {
    const { reasons } = JSON.parse(text) as { reasons?: unknown }
    const [first] = Array.isArray(reasons) ? reasons : []
    const { description } = (first ?? {}) as { description?: unknown }
    return typeof description === 'string' && description !== '' ? description.slice(0, 300) : undefined
  } catch {
    return undefined
  }
}
