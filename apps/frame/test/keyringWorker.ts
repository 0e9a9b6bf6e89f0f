import type { KeyringPort } from '../src/wallet/keyringClient.js'
import { createKeyring } from '../src/worker/createKeyring.js'
import { type KeyringScope, serveKeyring } from '../src/worker/serveKeyring.js'

/** The worker without a thread: the same keyring behind the same messages, which are copied on their way. */
export function startKeyringWorker(now: () => number = Date.now): KeyringPort & { breakDown(): void } {
  const listeners: { type: string; listener: (event: { data: unknown }) => void }[] = []
  let isBroken = false
  const tell = (type: string, data?: unknown) => {
    for (const each of listeners) if (each.type === type) each.listener({ data })
  }
  const scope: KeyringScope = {
    onmessage: null,
    postMessage(message) {
      const copy = structuredClone(message)
      queueMicrotask(() => isBroken || tell('message', copy))
    },
  }
  serveKeyring(scope, createKeyring({ now, random: (size) => crypto.getRandomValues(new Uint8Array(size)) }))
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
