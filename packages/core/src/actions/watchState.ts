import type { Config } from '../createConfig.js'

/** The parameters of `watchState`. */
export type WatchStateParameters<part> = {
  /** Takes a part of the config. */
  readonly select: (config: Config) => part
  /** Called with the part and what it was before. */
  readonly onChange: (part: part, before: part) => void
}

/** The return type of `watchState`: ends the watching. */
export type WatchStateReturnType = () => void

/**
 * Calls back whenever a part of the state changes.
 *
 * @param config - The config.
 * @param parameters.select - Which part; compared with `Object.is`.
 * @param parameters.onChange - Called with the new part and the one before.
 * @returns A function that ends the watching.
 *
 * @example
 * import { getConnection, watchState } from '@latchkey/core'
 * const stop = watchState(config, { select: (config) => getConnection(config).address, onChange: (address) => console.log(address) })
 */
export function watchState<part>(config: Config, parameters: WatchStateParameters<part>): WatchStateReturnType {
  let before = parameters.select(config)
  return config.subscribe(() => {
    const part = parameters.select(config)
    if (Object.is(part, before)) return
    const last = before
    before = part
    parameters.onChange(part, last)
  })
}
