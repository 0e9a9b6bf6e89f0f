import { type ErrorCode, errorCodes, LatchkeyError } from '@latchkey/protocol/errors'
import type { Keyring, KeyringCall } from '../worker/messages.js'

/** The requests to a worker. */
export type KeyringPort = {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  addEventListener(type: 'error' | 'messageerror', listener: () => void): void
}

const calls = [
  'create',
  'startRelease',
  'prove',
  'unlock',
  'addFactor',
  'rotate',
  'settleRotation',
  'sign',
  'work',
  'sealCode',
  'lock',
  'status',
] as const satisfies readonly KeyringCall[]

/**
 * Speaks to the worker that holds the keys.
 *
 * @param port - The worker, started at the first call, and again after it broke.
 * @param more - The names of calls besides, which only the worker of the wallet's own windows answers.
 * @returns Its calls.
 */
export function createKeyringClient<K extends Keyring = Keyring>(
  port: () => KeyringPort,
  more: readonly Exclude<keyof K & string, KeyringCall>[] = [],
): K {
  type Waiting = { resolve(answer: never): void; reject(error: LatchkeyError): void }
  const waiting = new Map<number, Waiting>()
  let open: KeyringPort | undefined
  let last = 0

  function worker(): KeyringPort {
    if (open) return open
    const started = port()
    started.addEventListener('message', ({ data }) => settle(data))
    for (const type of ['error', 'messageerror'] as const) started.addEventListener(type, () => fail(started))
    open = started
    return started
  }
  function settle(data: unknown) {
    const { id, answer, code, message } = data as { id: number; answer?: unknown; code?: string; message?: string }
    const asked = waiting.get(id)
    waiting.delete(id)
    if (code === undefined) asked?.resolve(answer as never)
    else asked?.reject(new LatchkeyError(isCode(code) ? code : 'UNKNOWN', message ?? 'An error occurred'))
  }
  // A worker that broke has lost the keys, which is the same as being locked.
  function fail(broken: KeyringPort) {
    if (open === broken) open = undefined
    for (const { reject } of waiting.values()) {
      reject(new LatchkeyError('WALLET_NOT_RESPONDING', 'The wallet’s worker stopped. Reload the page and try again.'))
    }
    waiting.clear()
  }

  const client = [...calls, ...more].map((call) => [
    call,
    (ask: unknown) =>
      new Promise((resolve, reject) => {
        const id = ++last
        waiting.set(id, { resolve, reject })
        worker().postMessage({ id, call, ask })
      }),
  ])
  return Object.fromEntries(client) as K
}

function isCode(code: string): code is ErrorCode {
  return errorCodes.some((each) => each === code)
}
