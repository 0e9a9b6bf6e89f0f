import { isLatchkeyError } from '@latchkey/protocol/errors'
import type { Keyring, KeyringCall } from './messages.js'

/** The used part of a worker's scope. */
export type KeyringScope = {
  onmessage: ((event: { data: unknown }) => void) | null
  postMessage(message: unknown): void
}

/**
 * Lets a keyring be called by messages `{ id, call, ask }`, one after the other, each answered by `{ id, answer }` or
 * `{ id, code, message }`; and locks it when its time is over, whether or not anybody calls.
 *
 * @param scope - The worker's scope: only the frame that made a dedicated worker can speak to it.
 * @param keyring - The keyring.
 */
export function serveKeyring(scope: KeyringScope, keyring: Keyring): void {
  let last: Promise<void> = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined

  // The lock waits its turn too: it must not wipe a key in the middle of what is done with it.
  function queue(job: () => Promise<void>) {
    last = last.then(job)
  }

  async function answer({ id, call, ask }: { id: number; call: KeyringCall; ask: never }) {
    try {
      scope.postMessage({ id, answer: await keyring[call](ask) })
    } catch (error) {
      // The text of any other error may quote what it failed on.
      const { code, message } = isLatchkeyError(error) ? error : { code: 'UNKNOWN', message: 'An error occurred' }
      scope.postMessage({ id, code, message })
    }
    await watch()
  }

  async function watch() {
    clearTimeout(timer)
    const { locksAt } = await keyring.status({})
    // Asking for the status is what locks a wallet whose time is over.
    if (locksAt !== null) timer = setTimeout(() => queue(watch), Math.max(1, locksAt - Date.now()))
  }

  scope.onmessage = ({ data }) => {
    const message = data as { id?: unknown; call?: unknown; ask?: unknown } | null
    if (typeof message !== 'object' || message === null) return
    const { id, call, ask } = message
    if (typeof id !== 'number' || typeof call !== 'string' || !Object.hasOwn(keyring, call)) return
    queue(() => answer({ id, call: call as KeyringCall, ask: ask as never }))
  }
}
