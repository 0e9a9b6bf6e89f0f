import type { ChainId } from '@latchkey/protocol/caip'
import type { FrameTasks } from './frameTasks.js'

type Ask = (method: string, params: unknown, chainId?: ChainId, signal?: AbortSignal) => Promise<unknown>

/** Sends a bundle; the frame stays visible for the later calls, after the app has its result. */
export function sendBundle(tasks: Pick<FrameTasks, 'begin'>, ask: Ask): Ask {
  return async (method, params, chainId, signal) => {
    const answer = await ask(method, params, chainId, signal)
    const { id } = (answer ?? {}) as { id?: unknown }
    const [bundle] = (Array.isArray(params) ? params : []) as { calls?: unknown }[]
    if (typeof id !== 'string' || !Array.isArray(bundle?.calls) || bundle.calls.length < 2) return answer
    // Started before the first task ends, or the frame would flicker.
    const shown = tasks.begin('approve')
    ask('wallet_showCallsStatus', [id], chainId, shown.signal)
      // The bundle is sent whether or not the frame can be shown.
      .catch(() => {})
      .finally(shown.end)
    return answer
  }
}
