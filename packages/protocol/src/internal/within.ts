/**
 * Does something that is ended by a signal, or where it takes too long. The timer holds on to what it ends until the work is over: Node 20
 * may collect `AbortSignal.any([signal, AbortSignal.timeout(time)])` before it fires.
 *
 * @param time - How long it may take, in milliseconds.
 * @param signal - What ends it before; its reason is passed on.
 * @param work - What is done, with the signal of both; after `time` its reason is a `TimeoutError`.
 * @returns What `work` gives.
 *
 * @example
 * import { within } from '@latchkey/protocol/internal/within'
 * const response = await within(10_000, undefined, (signal) => fetch('https://api.example.com', { signal }))
 */
export async function within<T>(
  time: number,
  signal: AbortSignal | null | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const either = new AbortController()
  const leave = () => either.abort(signal?.reason)
  const timer = setTimeout(() => either.abort(new DOMException('It took too long', 'TimeoutError')), time)
  signal?.addEventListener('abort', leave)
  if (signal?.aborted) leave()
  try {
    return await work(either.signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', leave)
  }
}
