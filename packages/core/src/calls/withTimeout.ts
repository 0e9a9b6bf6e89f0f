import { LatchkeyError } from '@latchkey/protocol/errors'

/**
 * Asks, and settles with the answer, or rejects when the time is over or the signal aborts, whichever comes first.
 * A wallet may never answer, so that each wait has a timeout. An aborted signal asks nothing.
 */
export async function withTimeout<value>(
  ask: () => Promise<value>,
  milliseconds: number,
  signal?: AbortSignal,
): Promise<value> {
  const aborted = () => new LatchkeyError('ABORTED', 'Request was aborted')
  if (signal?.aborted) throw aborted()
  let end = () => {}
  const timeout = new Promise<never>((_, reject) => {
    const abort = () => reject(aborted())
    const timer = setTimeout(() => {
      reject(
        new LatchkeyError('WALLET_NOT_RESPONDING', 'The wallet did not answer.', {
          hints: ['Open the wallet, look for a waiting request, and try again.'],
        }),
      )
    }, milliseconds)
    signal?.addEventListener('abort', abort, { once: true })
    end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  })
  try {
    return await Promise.race([ask(), timeout])
  } finally {
    end()
  }
}
