import type { AccountId } from '@latchkey/protocol/caip'
import { portfolioFresh } from '@latchkey/protocol/internal/limits'
import { type GetPricesErrorType, type GetPricesReturnType, getPrices } from '../actions/getPrices.js'
import type { Config } from '../createConfig.js'
import { type QueryErrorType, type QueryOptions, queryOptions } from './queryOptions.js'

/** The parameters of `getPricesQueryOptions`. */
export type GetPricesQueryParameters = {
  /** CAIP-10 token ids; undefined until they are known. */
  readonly addresses?: readonly AccountId[] | undefined
}

/**
 * What tokens cost in US dollars as a query, new for 30 s.
 *
 * @param config - The config.
 * @param parameters - See {@link GetPricesQueryParameters}.
 * @returns Options for `useQuery`, `useSuspenseQuery`, `prefetchQuery` and the like; the query's error is what `getPrices` throws.
 *
 * @example
 * import { getPricesQueryOptions } from '@latchkey/core/query'
 * import { QueryClient } from '@tanstack/react-query'
 * const client = new QueryClient()
 * const ether = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
 * const [price] = await client.fetchQuery(getPricesQueryOptions(config, { addresses: [ether] }))
 */
export function getPricesQueryOptions(
  config: Config,
  parameters: GetPricesQueryParameters = {},
): QueryOptions<GetPricesReturnType, QueryErrorType<GetPricesErrorType>> {
  return queryOptions(config, parameters, {
    name: 'prices',
    needs: ['addresses'],
    staleTime: portfolioFresh,
    ask: (given, { signal }) => getPrices(config, { ...given, signal }),
  })
}
