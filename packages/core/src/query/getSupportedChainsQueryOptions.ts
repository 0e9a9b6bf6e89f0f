import {
  type GetSupportedChainsErrorType,
  type GetSupportedChainsReturnType,
  getSupportedChains,
} from '../actions/getSupportedChains.js'
import type { Config } from '../createConfig.js'
import { type QueryOptions, queryOptions } from './queryOptions.js'

/**
 * Which chains the data API serves, as a query; core keeps the answer for as long as the page is open.
 *
 * @param config - The config.
 * @returns Options for `useQuery`, `useSuspenseQuery`, `prefetchQuery` and the like; the query's error is what `getSupportedChains` throws.
 *
 * @example
 * import { getSupportedChainsQueryOptions } from '@latchkey/core/query'
 * import { QueryClient } from '@tanstack/react-query'
 * const client = new QueryClient()
 * const { http } = await client.fetchQuery(getSupportedChainsQueryOptions(config))
 */
export function getSupportedChainsQueryOptions(
  config: Config,
): QueryOptions<GetSupportedChainsReturnType, GetSupportedChainsErrorType> {
  return queryOptions(
    config,
    {},
    {
      name: 'supportedChains',
      needs: [],
      // Kept by core, unless it failed.
      staleTime: 0,
      ask: (_, { signal }) => getSupportedChains(config, { signal }),
    },
  )
}
