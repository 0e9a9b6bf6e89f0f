import type { KeeperPort } from '../src/wallet/keeperClient.js'
import { createKeeper } from '../src/worker/createKeeper.js'
import { type KeeperScope, serveKeeper } from '../src/worker/serveKeeper.js'

/** The worker without a thread: the same keeper behind the same messages, which are copied on their way. */
export function startKeeperWorker(now: () => number = Date.now): KeeperPort & { breakDown(): void } {
  const listeners: { type: string; listener: (event: { data: unknown }) => void }[] = []
  let isBroken = false
  const tell = (type: string, data?: unknown) => {
    for (const each of listeners) if (each.type === type) each.listener({ data })
  }
  const scope: KeeperScope = {
    onmessage: null,
    postMessage(message) {
      const copy = structuredClone(message)
      queueMicrotask(() => isBroken || tell('message', copy))
    },
  }
  serveKeeper(scope, createKeeper({ now, random: (size) => crypto.getRandomValues(new Uint8Array(size)) }))
  return {
    postMessage(message) {
      const copy = structuredClone(message)
      queueMicrotask(() => isBroken || scope.onmessage?.({ data: copy }))
    },
    addEventListener(type: string, listener: (event: { data: unknown }) => void) {
      listeners.push({ type, listener })
    },
    breakDown() {
      isBroken = true
      tell('error')
    },
  }
}
