import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hiddenLock, lockWithPage } from './lockWithPage.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function openPage() {
  const [document, window] = [new EventTarget(), new EventTarget()]
  const page = Object.assign(document, { visibilityState: 'visible' as DocumentVisibilityState })
  let locks = 0
  lockWithPage({ document: page as unknown as Document, window: window as unknown as Window }, () => void locks++)
  const show = (state: DocumentVisibilityState) => {
    page.visibilityState = state
    page.dispatchEvent(new Event('visibilitychange'))
  }
  return { page, window, show, locks: () => locks }
}

it.each([
  ['goes away', 'window', 'pagehide'],
  ['is frozen', 'page', 'freeze'],
] as const)('[SEC-C-11] locks when the page %s', (_, target, type) => {
  const opened = openPage()
  opened[target].dispatchEvent(new Event(type))
  expect(opened.locks()).toBe(1)
})

it('[SEC-C-11] locks after five minutes out of sight, not before, and not when the page came back', () => {
  const { show, locks } = openPage()
  show('hidden')
  vi.advanceTimersByTime(hiddenLock - 1)
  show('visible')
  vi.advanceTimersByTime(hiddenLock)
  expect(locks()).toBe(0)
  show('hidden')
  vi.advanceTimersByTime(hiddenLock - 1)
  expect(locks()).toBe(0)
  vi.advanceTimersByTime(1)
  expect([locks(), hiddenLock]).toEqual([1, 300_000])
})
