import { identityFresh } from '@latchkey/protocol/internal/limits'
import {
  type GetEnsAvatarErrorType,
  type GetEnsAvatarParameters,
  type GetEnsAvatarReturnType,
  getEnsAvatar,
} from '../contracts/getEnsAvatar.js'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'
import type { PartialParameters } from './partialParameters.js'
import { type QueryOptions, queryOptions } from './queryOptions.js'

/** The parameters of `getEnsAvatarQueryOptions`: the parameters of `getEnsAvatar`, each of which may be undefined until it is known. */
export type GetEnsAvatarQueryParameters<config extends Config = ResolvedRegister['config']> = PartialParameters<
  GetEnsAvatarParameters<config>
>

/**
 * The picture of an ENS name as a query, new for 5 minutes.
 *
 * @param config - The config.
 * @param parameters - As `getEnsAvatar` takes them; without a name the query is not enabled.
 * @returns Options for `useQuery` and the like; the query's error is what `getEnsAvatar` throws.
 *
 * @example
 * import { getEnsAvatarQueryOptions } from '@latchkey/core/query'
 * import { QueryClient } from '@tanstack/react-query'
 * const client = new QueryClient()
 * const found = await client.fetchQuery(getEnsAvatarQueryOptions(config, { name: 'vitalik.eth', chainId: 1 }))
 */
export function getEnsAvatarQueryOptions<config extends Config>(
  config: config,
  parameters: GetEnsAvatarQueryParameters<config> = {},
): QueryOptions<GetEnsAvatarReturnType, GetEnsAvatarErrorType> {
  return queryOptions(config, parameters, {
    name: 'ensAvatar',
    needs: ['name'],
    staleTime: identityFresh,
    ask: (given) => getEnsAvatar(config, given),
  })
}
