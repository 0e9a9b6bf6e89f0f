import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { preloadImages } from './preloadImages.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('preloadImages', () => {
  it('[S9-16] goes on after 2 s although an image hangs, and lets that image go', async () => {
    const settled = vi.fn()
    const signals: AbortSignal[] = []
    const load = (url: string, signal: AbortSignal) => {
      signals.push(signal)
      return url === 'hangs' ? new Promise(() => {}) : Promise.resolve()
    }
    preloadImages(['quick', 'hangs'], load).then(settled)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(settled).toHaveBeenCalledOnce()
    expect(signals.every(({ aborted }) => aborted)).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('behavior: goes on at once when all are here or have failed; each is fetched once', async () => {
    const load = vi.fn(async (url: string) => {
      if (url === 'broken') throw new Error('404')
    })
    await preloadImages(['a', 'a', 'broken'], load)
    await preloadImages([], load)
    expect(load.mock.calls.map(([url]) => url)).toEqual(['a', 'broken'])
    expect(vi.getTimerCount()).toBe(0)
  })
})
