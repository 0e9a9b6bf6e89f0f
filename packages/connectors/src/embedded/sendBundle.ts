import type { ChainId } from '@latchkey/protocol/caip'
import type { FrameTasks } from './frameTasks.js'

type Ask = (method: string, params: unknown, chainId?: ChainId, signal?: AbortSignal) => Promise<unknown>

/** Sends a bundle, and shows the frame while the calls after the first are sent; the app has its answer by then. */
export function sendBundle(tasks: Pick<FrameTasks, 'begin'>, ask: Ask): Ask {
  return async (method, params, chainId, signal) => {
    const answer = await ask(method, params, chainId, signal)
    const { id } = (answer ?? {}) as { id?: unknown }
    const [bundle] = (Array.isArray(params) ? params : []) as { calls?: unknown }[]
    if (typeof id !== 'string' || !Array.isArray(bundle?.calls) || bundle.calls.length < 2) return answer
    // Begun before the question ends: a frame that is put away and comes back at once would flicker.
    const shown = tasks.begin('approve')
    ask('wallet_showCallsStatus', [id], chainId, shown.signal)
      // What was sent is sent, whether or not it can be shown.
      .catch(() => {})
      .finally(shown.end)
    return answer
  }
}
