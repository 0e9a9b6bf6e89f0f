import { type GetPurchaseErrorType, type GetPurchaseReturnType, getPurchase } from '../actions/getPurchase.js'
import type { Config } from '../createConfig.js'
import { type QueryErrorType, type QueryOptions, queryOptions } from './queryOptions.js'

/** The parameters of `getPurchaseQueryOptions`. */
export type GetPurchaseQueryParameters = {
  /** The `purchaseId` of `startPurchase`; undefined until it is known. */
  readonly id?: string | undefined
}

/**
 * How far a purchase is, as a query, new for 3 s.
 *
 * @param config - The config.
 * @param parameters - See {@link GetPurchaseQueryParameters}.
 * @returns Options for `useQuery`, `useSuspenseQuery`, `prefetchQuery` and the like; the query's error is what `getPurchase` throws.
 *
 * @example
 * import { getPurchaseQueryOptions } from '@latchkey/core/query'
 * import { QueryClient } from '@tanstack/react-query'
 * const client = new QueryClient()
 * const { state } = await client.fetchQuery(getPurchaseQueryOptions(config, { id: 'VbXn3c1yQ0eJ8mKZt5rLw2aP' }))
 */
export function getPurchaseQueryOptions(
  config: Config,
  parameters: GetPurchaseQueryParameters = {},
): QueryOptions<GetPurchaseReturnType, QueryErrorType<GetPurchaseErrorType>> {
  return queryOptions(config, parameters, {
    name: 'purchase',
    needs: ['id'],
    staleTime: 3_000,
    ask: (given, { signal }) => getPurchase(config, { ...given, signal }),
  })
}
