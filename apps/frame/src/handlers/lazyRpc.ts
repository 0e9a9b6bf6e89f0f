import { rpcPolicy } from '@latchkey/protocol/internal/frameRpc'
import { loadCode } from '../loadCode.js'
import type { HandlerGroup } from './groups.js'
import type { RpcParts } from './rpc.js'

type RpcHandlers = HandlerGroup<'rpcRequest' | 'rpcAbort'>

/**
 * Answers RPC requests by code that is fetched with the first of them: who only signs in does not wait for it.
 *
 * @param parts - What the answers are made of.
 * @returns The handlers.
 */
export function createLazyRpcHandlers(parts: RpcParts): RpcHandlers {
  let loading: Promise<RpcHandlers> | undefined
  function load(): Promise<RpcHandlers> {
    loading ??= loadCode(() => import('./rpc.js')).then(({ createRpcHandlers }) => createRpcHandlers(parts))
    // The next request tries again.
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }
  const asking = new Set<AbortController>()
  return {
    async rpcRequest(payload, context) {
      if (rpcPolicy(payload.method, payload.chainNamespace) !== 'ask')
        return (await load()).rpcRequest(payload, context)
      // An abort may come before the code is here.
      const controller = new AbortController()
      asking.add(controller)
      try {
        const signal = AbortSignal.any([context.signal, controller.signal])
        return await (await load()).rpcRequest(payload, { ...context, signal })
      } finally {
        asking.delete(controller)
      }
    },
    async rpcAbort(payload, context) {
      for (const controller of asking) controller.abort()
      await (await loading)?.rpcAbort(payload, context)
    },
  }
}
