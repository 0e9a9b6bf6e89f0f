import { LatchkeyError } from '@latchkey/protocol/errors'

/** Lets one thing at a time happen under a name, in the order asked. */
export type Locks = {
  hold<answer>(name: string, signal: AbortSignal, work: () => Promise<answer>): Promise<answer>
}

/**
 * Makes locks; a wait that is aborted leaves the queue without a turn.
 *
 * @returns The locks.
 */
export function createLocks(): Locks {
  const tails = new Map<string, Promise<void>>()
  return {
    async hold(name, signal, work) {
      const before = tails.get(name) ?? Promise.resolve()
      let release = () => {}
      const turn = new Promise<void>((resolve) => {
        release = resolve
      })
      const tail = before.then(() => turn)
      tails.set(name, tail)
      try {
        await orAborted(before, signal)
        return await work()
      } finally {
        release()
        if (tails.get(name) === tail) tails.delete(name)
      }
    },
  }
}

async function orAborted(turn: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = () => new LatchkeyError('ABORTED', 'Request was aborted', { cause: signal.reason })
  if (signal.aborted) throw aborted()
  const controller = new AbortController()
  try {
    await Promise.race([
      turn,
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(aborted()), { signal: controller.signal, once: true })
      }),
    ])
  } finally {
    controller.abort()
  }
}
