import { LatchkeyError } from '@latchkey/protocol/errors'

/**
 * Asks, and settles with the answer, or rejects once the signal aborts. What was asked goes on: others may have joined it, and
 * its result is cached for the next caller.
 */
export async function untilAborted<value>(ask: () => Promise<value>, signal: AbortSignal | undefined): Promise<value> {
  if (!signal) return ask()
  const aborted = () => new LatchkeyError('ABORTED', 'Request was aborted')
  if (signal.aborted) throw aborted()
  let end = () => {}
  const abortion = new Promise<never>((_, reject) => {
    const abort = () => reject(aborted())
    signal.addEventListener('abort', abort)
    end = () => signal.removeEventListener('abort', abort)
  })
  try {
    return await Promise.race([ask(), abortion])
  } finally {
    end()
  }
}
