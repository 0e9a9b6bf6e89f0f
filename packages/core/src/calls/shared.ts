import type { Config } from '../createConfig.js'

/**
 * Dedupes in-flight requests by key; `keep` caches the answer.
 * A double click, or two views at once, is one request.
 */
export function shared<value>(config: Config, key: string, run: (keep: () => void) => Promise<value>): Promise<value> {
  const flying = config._internal.inFlight.get(key)
  if (flying) return flying as Promise<value>
  let kept = false
  const flight = run(() => {
    kept = true
  }).finally(() => {
    if (!kept && config._internal.inFlight.get(key) === flight) config._internal.inFlight.delete(key)
  })
  config._internal.inFlight.set(key, flight)
  return flight
}
