import type { Namespace } from '@latchkey/protocol/caip'
import type { Config } from '../createConfig.js'
import { type EmbeddedWallet, isEmbedded } from '../embedded.js'
import { type GetAccountStateReturnType, getAccountState } from './getAccountState.js'

/** The parameters of `watchAccountState`. */
export type WatchAccountStateParameters = {
  /** The family. Default: the active one, whichever that is. */
  readonly namespace?: Namespace | undefined
  /** Called with what is known now and what was known before. */
  readonly onChange: (account: GetAccountStateReturnType, before: GetAccountStateReturnType) => void
}

/** The return type of `watchAccountState`: ends the watching. */
export type WatchAccountStateReturnType = () => void

/**
 * Calls back whenever something of the active account of a chain family changes, and with nothing else.
 *
 * @param config - The config.
 * @param parameters.namespace - The family. Default: the active one, whichever that is.
 * @param parameters.onChange - Called with what is known now and what was known before.
 * @returns A function that ends the watching.
 *
 * @example
 * import { watchAccountState } from '@latchkey/core'
 * const stop = watchAccountState(config, { namespace: 'eip155', onChange: ({ balance }) => console.log(balance) })
 */
export function watchAccountState(
  config: Config,
  parameters: WatchAccountStateParameters,
): WatchAccountStateReturnType {
  const { namespace, onChange } = parameters
  const followed = new Map<EmbeddedWallet, () => void>()
  let last = getAccountState(config, { namespace })

  const look = () => {
    follow()
    const now = getAccountState(config, { namespace })
    const before = last
    if (JSON.stringify(now) === JSON.stringify(before)) return
    last = now
    onChange(now, before)
  }
  // A wallet of its own knows things that are not in the config, and may come later than the others.
  const follow = () => {
    for (const { embedded } of config.connectors.filter(isEmbedded)) {
      if (!followed.has(embedded)) followed.set(embedded, embedded.subscribe(look))
    }
  }
  const stop = config.subscribe(look)
  follow()
  return () => {
    stop()
    for (const leave of followed.values()) leave()
  }
}
