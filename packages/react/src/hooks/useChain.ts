import { type Chain, type Config, type GetChainReturnType, getChain, type Namespace, type State } from '@latchkey/core'
import { type StateParameters, useConfigRead } from './useSnapshot.js'

/**
 * The active chain of a family and the chains that the app offers, kept up to date.
 *
 * @param parameters.namespace - The family. Default: the active one.
 * @param parameters.config - The config to read. Default: the provider's.
 * @returns See `getChain` of core; `chains` are those of all families.
 *
 * @example
 * import { useChain } from '@latchkey/react'
 * const { caipNetwork, chains } = useChain()
 */
export function useChain(parameters: StateParameters = {}): GetChainReturnType & { readonly chains: readonly Chain[] } {
  return useConfigRead(read, parameters)
}

function read(config: Config, parameters: { namespace?: Namespace | undefined }, state: State) {
  return { ...getChain(config, parameters, state), chains: config.chains }
}
