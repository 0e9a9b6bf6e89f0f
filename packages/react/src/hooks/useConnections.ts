import { type Config, type ConnectionInfo, getConnections } from '@latchkey/core'
import { useMemo } from 'react'
import { useConfig } from './useConfig.js'
import { useConfigChains, useConfigConnectors, useConfigState } from './useSnapshot.js'
import { withConnectors } from './withConnectors.js'

/**
 * The wallets that are connected, kept up to date.
 *
 * @param parameters.config - The config to read. Default: the provider's.
 * @returns One entry a wallet; see `getConnections` of core.
 *
 * @example
 * import { useConnections, useSwitchConnection } from '@latchkey/react'
 * export function Wallets() {
 *   const { mutate: switchConnection } = useSwitchConnection()
 *   return useConnections().map(({ connectorId, connector }) => (
 *     <button key={connectorId} onClick={() => switchConnection({ connectorId })}>{connector?.name}</button>
 *   ))
 * }
 */
export function useConnections(parameters: { readonly config?: Config | undefined } = {}): readonly ConnectionInfo[] {
  const config = useConfig(parameters)
  const state = useConfigState(config)
  const connectors = useConfigConnectors(config)
  const chains = useConfigChains(config)
  // biome-ignore lint/correctness/useExhaustiveDependencies: chains come from the config.
  return useMemo(() => getConnections(withConnectors(config, connectors), state), [config, state, connectors, chains])
}
