import { type Connector, type Namespace, type WalletGroup, walletList } from '@latchkey/core'
import { useMemo } from 'react'
import { useConfig } from './useConfig.js'
import { useConfigChains, useConfigConnectors } from './useSnapshot.js'

/** What `useConnectors` returns. */
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
 * @returns Wallets in order and in groups.
 *
 * @example
 * import { useConnect, useConnectors } from '@latchkey/react'
 * const { connectors } = useConnectors()
 */
export function useConnectors(parameters: { namespace?: Namespace | undefined } = {}): UseConnectorsReturnType {
  const config = useConfig()
  const connectors = useConfigConnectors(config)
  const chains = useConfigChains(config)
  const { namespace } = parameters
  return useMemo(() => {
    if (connectors.length === 0 || chains.length === 0) return { connectors: [], groups: [] }
    const groups = walletList(config, namespace ? { namespace } : {})
    return { groups, connectors: groups.flatMap((group) => group.connectors) }
  }, [config, connectors, chains, namespace])
}
