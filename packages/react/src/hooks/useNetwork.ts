import {
  type Config,
  type GetNetworkReturnType,
  getNetwork,
  type Namespace,
  type Network,
  type State,
} from '@latchkey/core'
import { useConfigRead } from './useSnapshot.js'

/**
 * The active network of a chain family and the networks that the app offers, kept up to date.
 *
 * @param parameters.namespace - The family. Default: the active one.
 * @returns See `getNetwork` of core; `networks` are those of all families.
 *
 * @example
 * import { useNetwork } from '@latchkey/react'
 * const { caipNetwork, networks } = useNetwork()
 */
export function useNetwork(
  parameters: { namespace?: Namespace } = {},
): GetNetworkReturnType & { readonly networks: readonly Network[] } {
  return useConfigRead(read, parameters.namespace)
}

function read(config: Config, parameters: { namespace?: Namespace | undefined }, state: State) {
  return { ...getNetwork(config, parameters, state), networks: config.networks }
}
