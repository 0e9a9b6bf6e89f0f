import { LatchkeyError } from '@latchkey/protocol/errors'

/**
 * Settles with the promise, or rejects when the time is over or the signal aborts, whichever comes first.
 * A wallet may never answer; whoever waits for it must not wait for ever.
 */
export function within<value>(promise: Promise<value>, milliseconds: number, signal?: AbortSignal): Promise<value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      end()
      reject(
        new LatchkeyError('WALLET_NOT_RESPONDING', 'The wallet did not answer.', {
          hints: ['Open the wallet, look for a waiting request, and try again.'],
        }),
      )
    }, milliseconds)
    const abort = () => {
      end()
      reject(new LatchkeyError('ABORTED', 'Request was aborted'))
    }
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    promise.then(
      (value) => {
        end()
        resolve(value)
      },
      (error) => {
        end()
        reject(error)
      },
    )
  })
}
