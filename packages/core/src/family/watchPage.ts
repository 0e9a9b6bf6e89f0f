/** Delays of the later checks, in milliseconds: extensions inject their objects at different times. */
const looks: readonly number[] = [100, 500, 1500, 4000]

/**
 * Looks at a page for what wallets put on it: now, a few times while it loads, and whenever it is turned to again.
 *
 * @param target - The window.
 * @param look - Called each time.
 * @returns Stops looking.
 *
 * @example
 * import { watchPage } from '@latchkey/core/family'
 * const stop = watchPage(window, () => console.log('exampleWallet' in window))
 */
export function watchPage(target: Window, look: () => void): () => void {
  look()
  const timers = looks.map((delay) => setTimeout(look, delay))
  target.addEventListener('load', look)
  target.addEventListener('focus', look)
  return () => {
    for (const timer of timers) clearTimeout(timer)
    target.removeEventListener('load', look)
    target.removeEventListener('focus', look)
  }
}
