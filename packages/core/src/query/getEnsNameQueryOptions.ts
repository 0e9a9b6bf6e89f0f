import { identityFresh } from '@latchkey/protocol/internal/limits'
import {
  type GetEnsNameErrorType,
  type GetEnsNameParameters,
  type GetEnsNameReturnType,
  getEnsName,
} from '../contracts/getEnsName.js'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'
import type { PartialParameters } from './partialParameters.js'
import { type QueryOptions, queryOptions } from './queryOptions.js'

/** The parameters of `getEnsNameQueryOptions`: the parameters of `getEnsName`, each of which may be undefined until it is known. */
export type GetEnsNameQueryParameters<config extends Config = ResolvedRegister['config']> = PartialParameters<
  GetEnsNameParameters<config>
>

/**
 * The ENS name of an address as a query, new for 5 minutes.
 *
 * @param config - The config.
 * @param parameters - As `getEnsName` takes them; without an address the query is not enabled.
 * @returns Options for `useQuery` and the like; the query's error is what `getEnsName` throws.
 *
 * @example
 * import { getEnsNameQueryOptions } from '@latchkey/core/query'
 * import { QueryClient } from '@tanstack/react-query'
 * const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
 * const name = await new QueryClient().fetchQuery(getEnsNameQueryOptions(config, { address, chainId: 1 }))
 */
export function getEnsNameQueryOptions<config extends Config>(
  config: config,
  parameters: GetEnsNameQueryParameters<config> = {},
): QueryOptions<GetEnsNameReturnType, GetEnsNameErrorType> {
  return queryOptions(config, parameters, {
    name: 'ensName',
    needs: ['address'],
    staleTime: identityFresh,
    ask: (given) => getEnsName(config, given),
  })
}
