import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { within } from './within.js'

/** Waits for its signal alone, and holds no reference to it, as fetch does. */
const waits = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', ({ target }) => reject((target as AbortSignal).reason), { once: true }),
  )

describe('within', () => {
  it('ends what takes too long, also where memory was collected meanwhile', async () => {
    setFlagsFromString('--expose_gc')
    const collect = runInNewContext('gc') as () => void
    const outer = new AbortController()
    const ended = vi.fn()
    void within(150, outer.signal, waits).catch(ended)
    for (let round = 0; round < 5; round++) {
      collect()
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    await vi.waitFor(() => expect(ended).toHaveBeenCalledWith(expect.objectContaining({ name: 'TimeoutError' })))
  })

  it('is ended by the signal it is given, at once where that was aborted before', async () => {
    const outer = new AbortController()
    const ended = within(10_000, outer.signal, waits)
    outer.abort('left')
    await expect(ended).rejects.toBe('left')
    await within(10_000, outer.signal, async (signal) => expect(signal.reason).toBe('left'))
  })

  it('leaves no timer and no listener behind', async () => {
    vi.useFakeTimers()
    const outer = new AbortController()
    const removed = vi.spyOn(outer.signal, 'removeEventListener')
    expect(await within(10_000, outer.signal, async () => 'done')).toBe('done')
    expect(vi.getTimerCount()).toBe(0)
    expect(removed).toHaveBeenCalledOnce()
    vi.useRealTimers()
  })
})
