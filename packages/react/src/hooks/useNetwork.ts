import { type GetNetworkReturnType, getNetwork, type Namespace, type Network } from '@latchkey/core'
import { useMemo } from 'react'
import { useConfig } from './useConfig.js'
import { useConfigNetworks, useConfigState } from './useSnapshot.js'

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
  const config = useConfig()
  const state = useConfigState(config)
  const networks = useConfigNetworks(config)
  const { namespace } = parameters
  return useMemo(
    () => ({ ...getNetwork(config, { namespace }, state), networks }),
    [config, namespace, state, networks],
  )
}
