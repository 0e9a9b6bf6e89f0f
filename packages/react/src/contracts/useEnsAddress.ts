import type { Config, ResolvedRegister } from '@latchkey/core'
import type { GetEnsAddressErrorType, GetEnsAddressReturnType } from '@latchkey/core/contracts'
import { type GetEnsAddressQueryParameters, getEnsAddressQueryOptions } from '@latchkey/core/query'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useConfig } from '../hooks/useConfig.js'
import { type QueryParameter, withQuery } from '../query/queryParameter.js'
import { useEvm } from './useEvm.js'

/** The parameters of `useEnsAddress`. */
export type UseEnsAddressParameters<
  config extends Config = ResolvedRegister['config'],
  selected = GetEnsAddressReturnType,
> = GetEnsAddressQueryParameters<config> &
  QueryParameter<GetEnsAddressReturnType, GetEnsAddressErrorType, selected, config>

/**
 * The address behind an ENS name, new for 5 minutes.
 *
 * @param parameters - The `name`; `chainId` of a chain with ENS, as a number (default: the active EVM chain); a `config`, and
 * TanStack's options as `query`.
 * @returns A TanStack query; null where nothing is found. Its error is what `getEnsAddress` throws.
 *
 * @example
 * import { useEnsAddress } from '@latchkey/react/contracts'
 * const { data: address } = useEnsAddress({ name: 'vitalik.eth', chainId: 1 })
 */
export function useEnsAddress<config extends Config = ResolvedRegister['config'], selected = GetEnsAddressReturnType>(
  parameters: UseEnsAddressParameters<config, selected>,
): UseQueryResult<selected, GetEnsAddressErrorType> {
  const config: Config = useConfig(parameters)
  const active = useEvm({ config })
  const { name, chainId = active.chainId } = parameters
  return useQuery(withQuery(getEnsAddressQueryOptions(config, { name, chainId }), parameters.query))
}
