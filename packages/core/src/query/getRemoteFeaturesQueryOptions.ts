import {
  type GetRemoteFeaturesErrorType,
  type GetRemoteFeaturesReturnType,
  getRemoteFeatures,
} from '../actions/getRemoteFeatures.js'
import type { Config } from '../createConfig.js'
import { type QueryOptions, queryOptions } from './queryOptions.js'

/**
 * Which features the data API switches on, as a query, new for five minutes.
 *
 * @param config - The config.
 * @returns Options for `useQuery`, `useSuspenseQuery`, `prefetchQuery` and the like; the query's error is what `getRemoteFeatures` throws.
 *
 * @example
 * import { getRemoteFeaturesQueryOptions } from '@latchkey/core/query'
 * import { QueryClient } from '@tanstack/react-query'
 * const client = new QueryClient()
 * const { onramp } = await client.fetchQuery(getRemoteFeaturesQueryOptions(config))
 */
export function getRemoteFeaturesQueryOptions(
  config: Config,
): QueryOptions<GetRemoteFeaturesReturnType, GetRemoteFeaturesErrorType> {
  return queryOptions(
    config,
    {},
    {
      name: 'remoteFeatures',
      needs: [],
      staleTime: 300_000,
      ask: (_, { signal }) => getRemoteFeatures(config, { signal }),
    },
  )
}
