import type { Config, Connector, Network, State } from '@latchkey/core'
import { useSyncExternalStore } from 'react'

const none: readonly Connector[] = []

/** The state of a config, as a server would render it while a page hydrates. */
export function useConfigState(config: Config): State {
  return useSyncExternalStore(
    config.subscribe,
    () => config.state,
    () => config.serverState,
  )
}

/** The networks of a config. */
export function useConfigNetworks(config: Config): readonly Network[] {
  return useSyncExternalStore(
    config.subscribe,
    () => config.networks,
    () => config.networks,
  )
}

/** The connectors of a config; none while a page hydrates, since a server knows of none. */
export function useConfigConnectors(config: Config): readonly Connector[] {
  return useSyncExternalStore(
    config.subscribe,
    () => config.connectors,
    () => none,
  )
}
