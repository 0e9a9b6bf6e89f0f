import type { Config } from '../createConfig.js'

/**
 * Dedupes in-flight requests by key; `keep` caches the answer.
 * A double click, or two views at once, is one request.
 */
export function shared<value>(config: Config, key: string, run: (keep: () => void) => Promise<value>): Promise<value> {
  const flying = config.inFlight.get(key)
  if (flying) return flying as Promise<value>
  let kept = false
  const flight = run(() => {
    kept = true
  }).finally(() => {
    if (!kept && config.inFlight.get(key) === flight) config.inFlight.delete(key)
  })
  config.inFlight.set(key, flight)
  return flight
}
