import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createToasts } from './toasts.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('createToasts', () => {
  it('[S2-39] a new toast closes the open one, and is not there at 140 ms but at 165 ms', () => {
    const toasts = createToasts()
    toasts.show('A')
    expect(toasts.getState()?.message).toBe('A')
    toasts.show('B', 'error')
    expect(toasts.getState()).toBeUndefined()
    vi.advanceTimersByTime(140)
    expect(toasts.getState()).toBeUndefined()
    vi.advanceTimersByTime(25)
    expect(toasts.getState()).toMatchObject({ message: 'B', variant: 'error' })
  })

  it('behavior: of several in a row the last one is shown, once', () => {
    const toasts = createToasts()
    const shown: (string | undefined)[] = []
    toasts.subscribe(() => shown.push(toasts.getState()?.message))
    toasts.show('A')
    toasts.show('B')
    toasts.show('C')
    vi.advanceTimersByTime(1_000)
    expect(shown).toEqual(['A', undefined, 'C'])
  })

  it('behavior: success and error go by themselves, loading stays until it is hidden or replaced', () => {
    const toasts = createToasts()
    toasts.show('Done')
    vi.advanceTimersByTime(2_500)
    expect(toasts.getState()).toBeUndefined()
    toasts.show('Sending', 'loading')
    vi.advanceTimersByTime(60_000)
    expect(toasts.getState()?.message).toBe('Sending')
    toasts.hide()
    expect(toasts.getState()).toBeUndefined()
    expect(vi.getTimerCount()).toBe(0)
  })
})
