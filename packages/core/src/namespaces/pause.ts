import { LatchkeyError } from '@latchkey/protocol/errors'

/**
 * Waits.
 *
 * @param milliseconds - How long.
 * @param signal - Ends the wait.
 * @throws LatchkeyError ABORTED as soon as the signal aborts.
 *
 * @example
 * import { pause } from '@latchkey/core/family'
 * await pause(1000, undefined)
 */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(new LatchkeyError('ABORTED', 'Request was aborted'))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}
