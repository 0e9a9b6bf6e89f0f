import type { ChainId } from '@latchkey/protocol/caip'
import {
  type GetSuggestedWalletsErrorType,
  type GetSuggestedWalletsReturnType,
  getSuggestedWallets,
} from '../actions/getSuggestedWallets.js'
import type { Config } from '../createConfig.js'
import { type QueryOptions, queryOptions } from './queryOptions.js'

/** The parameters of `getSuggestedWalletsQueryOptions`. */
export type GetSuggestedWalletsQueryParameters = {
  /** Only wallets for one of these chains. Default: the chains of the config. */
  readonly chains?: readonly ChainId[] | undefined
}

/**
 * The wallets to show before anything is searched, as a query; core keeps what the directory said, and what was used last is read
 * again each time.
 *
 * @param config - The config.
 * @param parameters - See {@link GetSuggestedWalletsQueryParameters}.
 * @returns Options for `useQuery`, `useSuspenseQuery`, `prefetchQuery` and the like; the query's error is what `getSuggestedWallets` throws.
 *
 * @example
 * import { getSuggestedWalletsQueryOptions } from '@latchkey/core/query'
 * import { QueryClient } from '@tanstack/react-query'
 * const client = new QueryClient()
 * const { recommended } = await client.fetchQuery(getSuggestedWalletsQueryOptions(config))
 */
export function getSuggestedWalletsQueryOptions(
  config: Config,
  parameters: GetSuggestedWalletsQueryParameters = {},
): QueryOptions<GetSuggestedWalletsReturnType, GetSuggestedWalletsErrorType> {
  return queryOptions(config, parameters, {
    name: 'suggestedWallets',
    needs: [],
    // Kept by core; what was used last may have changed since.
    staleTime: 0,
    ask: (given, { signal }) => getSuggestedWallets(config, { ...given, signal }),
  })
}
