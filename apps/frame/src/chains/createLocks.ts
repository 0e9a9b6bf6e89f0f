import { LatchkeyError } from '@latchkey/protocol/errors'

/** How long another tab may hold a lock before `onWait` is called, in milliseconds: work without a prompt ends sooner. */
const quiet = 500

/** Lets one thing at a time happen under a name, in the order asked; in no tab of this browser, where it has locks. */
export type Locks = {
  /** While another tab holds the lock, `onWait` is called once; its return value is called when the wait ends. */
  hold<answer>(
    name: string,
    work: () => Promise<answer>,
    options: { readonly signal: AbortSignal; readonly onWait?: () => () => void },
  ): Promise<answer>
}

/**
 * Creates locks; a wait that is aborted leaves the queue without a turn.
 *
 * @param tabs - The browser's locks, by which tabs know of each other; may be absent or refuse.
 * @returns The locks.
 */
export function createLocks(tabs?: Pick<LockManager, 'request'>): Locks {
  const tails = new Map<string, Promise<void>>()
  return {
    async hold(name, work, options) {
      const before = tails.get(name) ?? Promise.resolve()
      let release = () => {}
      const turn = new Promise<void>((resolve) => {
        release = resolve
      })
      const tail = before.then(() => turn)
      tails.set(name, tail)
      try {
        await orAborted(before, options.signal)
        return await across(tabs, name, work, options)
      } finally {
        release()
        if (tails.get(name) === tail) tails.delete(name)
      }
    },
  }
}

async function across<answer>(
  tabs: Pick<LockManager, 'request'> | undefined,
  name: string,
  work: () => Promise<answer>,
  { signal, onWait }: { readonly signal: AbortSignal; readonly onWait?: () => () => void },
): Promise<answer> {
  if (tabs === undefined) return work()
  let isIn = false
  let over: (() => void) | undefined
  const timer = setTimeout(() => {
    over = onWait?.()
  }, quiet)
  const stop = () => {
    clearTimeout(timer)
    over?.()
    over = undefined
  }
  try {
    return await tabs.request(`latchkey-lock/${name}`, { signal }, () => {
      isIn = true
      stop()
      return work()
    })
  } catch (error) {
    stop()
    if (isIn) throw error
    if (signal.aborted) throw aborted(signal)
    // Where storage is denied locks are too; then no other tab has the session either.
    return work()
  }
}

function aborted(signal: AbortSignal): LatchkeyError {
  return new LatchkeyError('ABORTED', 'Request was aborted', { cause: signal.reason })
}

async function orAborted(turn: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) throw aborted(signal)
  const controller = new AbortController()
  try {
    await Promise.race([
      turn,
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(aborted(signal)), { signal: controller.signal, once: true })
      }),
    ])
  } finally {
    controller.abort()
  }
}
