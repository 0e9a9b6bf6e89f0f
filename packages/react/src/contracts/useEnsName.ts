import type { Config, ResolvedRegister } from '@latchkey/core'
import type { GetEnsNameErrorType, GetEnsNameReturnType } from '@latchkey/core/contracts'
import { type GetEnsNameQueryParameters, getEnsNameQueryOptions } from '@latchkey/core/query'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useConfig } from '../hooks/useConfig.js'
import { type QueryParameter, withQuery } from '../query/queryParameter.js'
import { useEvm } from './useEvm.js'

/** The parameters of `useEnsName`. */
export type UseEnsNameParameters<
  config extends Config = ResolvedRegister['config'],
  selected = GetEnsNameReturnType,
> = GetEnsNameQueryParameters<config> & QueryParameter<GetEnsNameReturnType, GetEnsNameErrorType, selected, config>

/**
 * The ENS name of an address, new for 5 minutes.
 *
 * @param parameters - The `address`; `chainId` of a chain with ENS, as a number (default: the active EVM chain); a `config`, and
 * TanStack's options as `query`.
 * @returns A TanStack query; null where nothing is found. Its error is what `getEnsName` throws.
 *
 * @example
 * import { useEnsName } from '@latchkey/react/contracts'
 * const { data: name } = useEnsName({ address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', chainId: 1 })
 */
export function useEnsName<config extends Config = ResolvedRegister['config'], selected = GetEnsNameReturnType>(
  parameters: UseEnsNameParameters<config, selected>,
): UseQueryResult<selected, GetEnsNameErrorType> {
  const config: Config = useConfig(parameters)
  const active = useEvm({ config })
  const { address, chainId = active.chainId } = parameters
  return useQuery(withQuery(getEnsNameQueryOptions(config, { address, chainId }), parameters.query))
}
