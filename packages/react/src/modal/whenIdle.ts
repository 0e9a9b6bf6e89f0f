/** Calls when the page has nothing else to do, unless the returned function is called; never where the visitor saves data. */
export function whenIdle(act: () => void): (() => void) | undefined {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return undefined
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, 1000)
    return () => clearTimeout(timer)
  }
  const callback = requestIdleCallback(act)
  return () => cancelIdleCallback(callback)
}
