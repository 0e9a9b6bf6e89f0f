import type { Config, ResolvedRegister } from '@latchkey/core'
import {
  type EvmChainParameter,
  type GetWalletClientErrorType,
  type GetWalletClientReturnType,
  getWalletClient,
} from '@latchkey/core/contracts'
import type { QueryKey } from '@latchkey/core/query'
import { fromRpcError } from '@latchkey/protocol/errors'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useConfig } from '../hooks/useConfig.js'
import { type QueryParameter, withQuery } from '../query/queryParameter.js'
import { useEvm } from './useEvm.js'

/** The parameters of `useWalletClient`. */
export type UseWalletClientParameters<
  config extends Config = ResolvedRegister['config'],
  selected = GetWalletClientReturnType,
> = EvmChainParameter<config> & QueryParameter<GetWalletClientReturnType, GetWalletClientErrorType, selected, config>

/**
 * A viem wallet client over the connected wallet, its account and its chain; a new one when either changes.
 *
 * @param parameters - `chainId`: the number of the chain that the wallet must be on (default: the one it is on); a `config`, and
 * TanStack's options as `query`.
 * @returns A TanStack query; without `data` while no wallet is connected. Its error is what `getWalletClient` throws.
 *
 * @example
 * import { useWalletClient } from '@latchkey/react/contracts'
 * const { data: client } = useWalletClient()
 * const sign = () => client?.signMessage({ message: 'Hello' })
 */
export function useWalletClient<
  config extends Config = ResolvedRegister['config'],
  selected = GetWalletClientReturnType,
>(parameters: UseWalletClientParameters<config, selected> = {}): UseQueryResult<selected, GetWalletClientErrorType> {
  const config: Config = useConfig(parameters)
  const { caipAddress, connectorId, chainId: active, isConnected } = useEvm({ config })
  const { chainId } = parameters
  const options = {
    queryKey: [
      'latchkey',
      config.uid,
      'walletClient',
      { caipAddress, connectorId, active, chainId },
    ] satisfies QueryKey,
    queryFn: () =>
      getWalletClient(config, { chainId }).catch((thrown: unknown) => {
        throw fromRpcError(thrown)
      }),
    enabled: isConnected,
    staleTime: Number.POSITIVE_INFINITY,
    // A client holds functions; it is made again rather than kept.
    gcTime: 0,
    structuralSharing: false,
    retry: false,
  }
  return useQuery(withQuery(options, parameters.query))
}
