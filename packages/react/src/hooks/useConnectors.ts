import { type Connector, type WalletGroup, walletList } from '@latchkey/core'
import { useMemo } from 'react'
import { useConfig } from './useConfig.js'
import { type StateParameters, useConfigChains, useConfigConnectors } from './useSnapshot.js'

/** The return type of `useConnectors`. */
export type UseConnectorsReturnType = {
  /** All wallets that may be shown, in the order in which the modal shows them. */
  readonly connectors: readonly Connector[]
  /** The same in groups. */
  readonly groups: readonly WalletGroup[]
}

/**
 * The wallets that a visitor can choose from, as they announce themselves.
 *
 * @param parameters.namespace - Only wallets of this chain family.
 * @param parameters.config - The config to read. Default: the provider's.
 * @returns Wallets in order and in groups.
 *
 * @example
 * import { useConnect, useConnectors } from '@latchkey/react'
 * const { connectors } = useConnectors()
 */
export function useConnectors(parameters: StateParameters = {}): UseConnectorsReturnType {
  const config = useConfig(parameters)
  const connectors = useConfigConnectors(config)
  const networks = useConfigChains(config)
  const { namespace } = parameters
  return useMemo(() => {
    if (connectors.length === 0 || networks.length === 0) return { connectors: [], groups: [] }
    const groups = walletList(config, namespace ? { namespace } : {})
    return { groups, connectors: groups.flatMap((group) => group.connectors) }
  }, [config, connectors, networks, namespace])
}
