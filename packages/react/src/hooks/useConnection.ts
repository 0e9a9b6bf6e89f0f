import { type Config, type GetConnectionReturnType, getConnection, type Namespace, type State } from '@latchkey/core'
import { type StateParameters, useConfigRead } from './useSnapshot.js'

/**
 * The active account of a chain family, kept up to date.
 *
 * @param parameters.namespace - The family. Default: the active one.
 * @param parameters.config - The config to read. Default: the provider's.
 * @returns Address, status and wallet; see `getConnection` of core.
 *
 * @example
 * import { useConnection } from '@latchkey/react'
 * const { address, status } = useConnection()
 */
export function useConnection(
  parameters: StateParameters = {},
): GetConnectionReturnType & { readonly isConnected: boolean } {
  return useConfigRead(read, parameters)
}

function read(config: Config, parameters: { namespace?: Namespace | undefined }, state: State) {
  const account = getConnection(config, parameters, state)
  return { ...account, isConnected: account.status === 'connected' }
}
