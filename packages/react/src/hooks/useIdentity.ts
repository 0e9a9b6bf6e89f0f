import type { Config, GetIdentityErrorType, GetIdentityReturnType, ResolvedRegister } from '@latchkey/core'
import { type GetIdentityQueryParameters, getIdentityQueryOptions, type QueryErrorType } from '@latchkey/core/query'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type QueryParameter, withQuery } from '../query/queryParameter.js'
import { useChain } from './useChain.js'
import { useConfig } from './useConfig.js'
import { useConnection } from './useConnection.js'

/** The parameters of `useIdentity`. */
export type UseIdentityParameters<
  config extends Config = ResolvedRegister['config'],
  selected = GetIdentityReturnType,
> = GetIdentityQueryParameters<config> &
  QueryParameter<GetIdentityReturnType, QueryErrorType<GetIdentityErrorType>, selected, config>

/**
 * Name and picture of an EVM account, new for 5 minutes.
 *
 * @param parameters - A plain `address` (default: the connected one) and a CAIP-2 `chainId` (default: the active one), a `config`, and
 * TanStack's options as `query`.
 * @returns A TanStack query; both are null where nothing is known. Its error is what `getIdentity` throws.
 *
 * @example
 * import { useIdentity } from '@latchkey/react'
 * const { data: name } = useIdentity({ query: { select: ({ name }) => name ?? 'somebody' } })
 */
export function useIdentity<config extends Config = ResolvedRegister['config'], selected = GetIdentityReturnType>(
  parameters: UseIdentityParameters<config, selected> = {},
): UseQueryResult<selected, QueryErrorType<GetIdentityErrorType>> {
  const config: Config = useConfig(parameters)
  const { address: own } = useConnection({ config })
  const { caipNetwork } = useChain({ config })
  const address = parameters.address ?? own
  const chainId = parameters.chainId ?? caipNetwork?.caipNetworkId
  return useQuery(withQuery(getIdentityQueryOptions(config, { address, chainId }), parameters.query))
}
