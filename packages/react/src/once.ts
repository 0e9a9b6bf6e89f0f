import type { Config } from '@latchkey/core'
import type { Latchkey } from './context.js'

/** Keeps what outlives a view, without a line of it loaded before the view is. */
export function createOnce(config: Config): Latchkey['once'] {
  const made = new Map<unknown, unknown>()
  return <thing>(make: (config: Config) => thing): thing => {
    if (!made.has(make)) made.set(make, make(config))
    return made.get(make) as thing
  }
}
