import { type GetAccountStateReturnType, getAccountState, type Namespace } from '@latchkey/core'
import { useEmbedded } from './useEmbedded.js'
import { useConfigRead } from './useSnapshot.js'

/**
 * All that is known of the active account of a chain family, kept up to date; nobody is asked for it.
 *
 * @param parameters.namespace - The family. Default: the active one.
 * @returns See `getAccountState` of core.
 *
 * @example
 * import { useAccountState } from '@latchkey/react'
 * const { balance, balanceSymbol, user } = useAccountState()
 */
export function useAccountState(parameters: { namespace?: Namespace } = {}): GetAccountStateReturnType {
  // What is read of the wallet changes with its own state.
  useEmbedded()
  return useConfigRead(getAccountState, parameters.namespace)
}
