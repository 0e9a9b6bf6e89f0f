import type { Config } from './createConfig.js'

/**
 * Runs a request, or joins the one of the same name that is under way; `keep` makes its answer stay for good.
 * One intent of a person (a double click, two views at once) is one request.
 */
export function shared<value>(config: Config, key: string, run: (keep: () => void) => Promise<value>): Promise<value> {
  const flying = config.flights.get(key)
  if (flying) return flying as Promise<value>
  let kept = false
  const flight = run(() => {
    kept = true
  }).finally(() => {
    if (!kept && config.flights.get(key) === flight) config.flights.delete(key)
  })
  config.flights.set(key, flight)
  return flight
}
