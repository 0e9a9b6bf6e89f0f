import { type Config, type GetAccountReturnType, getAccount, type Namespace, type State } from '@latchkey/core'
import { useConfigRead } from './useSnapshot.js'

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
  return useConfigRead(read, parameters.namespace)
}

function read(config: Config, parameters: { namespace?: Namespace | undefined }, state: State) {
  const account = getAccount(config, parameters, state)
  return { ...account, isConnected: account.status === 'connected' }
}
