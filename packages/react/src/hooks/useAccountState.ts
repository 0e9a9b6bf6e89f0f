import { type GetAccountStateReturnType, getAccountState } from '@latchkey/core'
import { useEmbedded } from './useEmbedded.js'
import { type StateParameters, useConfigRead } from './useSnapshot.js'

/**
 * All that is known of the active account of a chain family, kept up to date; nobody is asked for it.
 *
 * @param parameters.namespace - The family. Default: the active one.
 * @param parameters.config - The config to read. Default: the provider's.
 * @returns See `getAccountState` of core.
 *
 * @example
 * import { useAccountState } from '@latchkey/react'
 * const { balance, balanceSymbol, user } = useAccountState()
 */
export function useAccountState(parameters: StateParameters = {}): GetAccountStateReturnType {
  // What is read of the wallet changes with its own state.
  useEmbedded(parameters)
  return useConfigRead(getAccountState, parameters)
}
