import type { Config } from '../createConfig.js'

/**
 * Dedupes in-flight requests by key; `keep` caches the answer.
 * A double click, or two views at once, is one request.
 */
export function dedupe<value>(config: Config, key: string, run: (keep: () => void) => Promise<value>): Promise<value> {
  const inFlight = config._internal.inFlight.get(key)
  if (inFlight) return inFlight as Promise<value>
  let isCached = false
  const promise = run(() => {
    isCached = true
  }).finally(() => {
    if (!isCached && config._internal.inFlight.get(key) === promise) config._internal.inFlight.delete(key)
  })
  config._internal.inFlight.set(key, promise)
  return promise
}
