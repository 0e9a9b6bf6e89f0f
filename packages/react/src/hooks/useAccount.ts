import { type GetAccountReturnType, getAccount, type Namespace } from '@latchkey/core'
import { useMemo } from 'react'
import { useConfig } from './useConfig.js'
import { useConfigConnectors, useConfigState } from './useSnapshot.js'

/**
 * The active account of a chain family, kept up to date.
 *
 * @param parameters.namespace - The family. Default: the active one.
 * @returns Address, status and wallet; see `getAccount` of core.
 *
 * @example
 * import { useAccount } from '@latchkey/react'
 * const { address, status } = useAccount()
 */
export function useAccount(
  parameters: { namespace?: Namespace } = {},
): GetAccountReturnType & { readonly isConnected: boolean } {
  const config = useConfig()
  const state = useConfigState(config)
  const connectors = useConfigConnectors(config)
  const { namespace } = parameters
  return useMemo(() => {
    const account = getAccount(config, { namespace }, state)
    const connector = connectors.find(({ id }) => id === account.connector?.id)
    return { ...account, connector, isConnected: account.status === 'connected' }
  }, [config, namespace, state, connectors])
}
