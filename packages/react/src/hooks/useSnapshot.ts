import type { Chain, Config, Connector, Namespace, State } from '@latchkey/core'
import { useContext, useMemo, useSyncExternalStore } from 'react'
import { LatchkeyContext } from '../context.js'
import { useConfig } from './useConfig.js'
import { withConnectors } from './withConnectors.js'

const none: readonly Connector[] = []

/** The state of a config, as a server would render it while a page hydrates. */
export function useConfigState(config: Config): State {
  const serverState = useServerState(config)
  return useSyncExternalStore(
    config.subscribe,
    () => config.state,
    () => serverState,
  )
}

/** The id of the connector whose account is the active one. */
export function useActiveConnectorId(config: Config): string | undefined {
  const serverState = useServerState(config)
  const idOf = ({ active, current }: State) => current[active]
  return useSyncExternalStore(
    config.subscribe,
    () => idOf(config.state),
    () => idOf(serverState),
  )
}

/**
 * What a hook reads of the config, the same object for as long as it says the same: what else happens draws nothing again.
 *
 * @param read - Reads it of a state.
 * @param parameters - See {@link StateParameters}.
 */
export function useConfigRead<told extends object>(
  read: Read<told>,
  { namespace, config: given }: StateParameters,
): told {
  const config = useConfig({ config: given })
  const serverState = useServerState(config)
  const keep = useMemo(() => {
    let last: told | undefined
    return (state: State, from = config) => {
      const next = read(from, { namespace }, state)
      if (!isSame(last, next)) last = next
      return last as told
    }
  }, [config, read, namespace])
  return useSyncExternalStore(
    config.subscribe,
    () => keep(config.state),
    () => keep(serverState, withConnectors(config, none)),
  )
}

/** What the provider was given is of its own config; of any other, a server knows nothing. */
function useServerState(config: Config): State {
  const latchkey = useContext(LatchkeyContext)
  return latchkey?.config === config ? latchkey.serverState : config.serverState
}

/** What every hook takes that reads the state. */
export type StateParameters<config extends Config = Config, namespace extends Namespace = Namespace> = {
  /** The family. Default: the active one. */
  readonly namespace?: namespace | undefined
  /** The config to read. Default: the provider's. */
  readonly config?: config | undefined
}

type Read<told> = (config: Config, parameters: { namespace: Namespace | undefined }, state: State) => told

/** Compares the values, and of values that are lists or records what stands in them. */
function isSame(one: unknown, other: unknown, depth = 2): boolean {
  if (one === other) return true
  if (depth === 0 || !isRecord(one) || !isRecord(other)) return false
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => isSame(one[key], other[key], depth - 1))
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null
}

/** The chains of a config. */
export function useConfigChains(config: Config): readonly Chain[] {
  return useSyncExternalStore(
    config.subscribe,
    () => config.chains,
    () => config.chains,
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
