import { fiatRatesFresh } from '@latchkey/protocol/internal/limits'
import { type GetFiatRatesErrorType, type GetFiatRatesReturnType, getFiatRates } from '../actions/getFiatRates.js'
import type { Config } from '../createConfig.js'
import { type QueryErrorType, type QueryOptions, queryOptions } from './queryOptions.js'

/**
 * How much of each currency one US dollar buys, as a query, new for 10 min.
 *
 * @param config - The config.
 * @returns Options for `useQuery`, `useSuspenseQuery`, `prefetchQuery` and the like; the query's error is what `getFiatRates` throws.
 *
 * @example
 * import { getFiatRatesQueryOptions } from '@latchkey/core/query'
 * import { QueryClient } from '@tanstack/react-query'
 * const client = new QueryClient()
 * const { eur } = await client.fetchQuery(getFiatRatesQueryOptions(config))
 */
export function getFiatRatesQueryOptions(
  config: Config,
): QueryOptions<GetFiatRatesReturnType, QueryErrorType<GetFiatRatesErrorType>> {
  return queryOptions(
    config,
    {},
    {
      name: 'fiatRates',
      needs: [],
      staleTime: fiatRatesFresh,
      ask: (_, { signal }) => getFiatRates(config, { signal }),
    },
  )
}
