import { identityFresh } from '@latchkey/protocol/internal/limits'
import {
  type GetEnsAddressErrorType,
  type GetEnsAddressParameters,
  type GetEnsAddressReturnType,
  getEnsAddress,
} from '../contracts/getEnsAddress.js'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'
import type { PartialParameters } from './partialParameters.js'
import { type QueryOptions, queryOptions } from './queryOptions.js'

/** The parameters of `getEnsAddressQueryOptions`: the parameters of `getEnsAddress`, each of which may be undefined until it is known. */
export type GetEnsAddressQueryParameters<config extends Config = ResolvedRegister['config']> = PartialParameters<
  GetEnsAddressParameters<config>
>

/**
 * The address behind an ENS name as a query, new for 5 minutes.
 *
 * @param config - The config.
 * @param parameters - As `getEnsAddress` takes them; without a name the query is not enabled.
 * @returns Options for `useQuery` and the like; the query's error is what `getEnsAddress` throws.
 *
 * @example
 * import { getEnsAddressQueryOptions } from '@latchkey/core/query'
 * import { QueryClient } from '@tanstack/react-query'
 * const client = new QueryClient()
 * const found = await client.fetchQuery(getEnsAddressQueryOptions(config, { name: 'vitalik.eth', chainId: 1 }))
 */
export function getEnsAddressQueryOptions<config extends Config>(
  config: config,
  parameters: GetEnsAddressQueryParameters<config> = {},
): QueryOptions<GetEnsAddressReturnType, GetEnsAddressErrorType> {
  return queryOptions(config, parameters, {
    name: 'ensAddress',
    needs: ['name'],
    staleTime: identityFresh,
    ask: (given) => getEnsAddress(config, given),
  })
}
