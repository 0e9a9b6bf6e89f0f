import type { AccountId } from '@latchkey/protocol/caip'
import {
  type GetCollectiblesErrorType,
  type GetCollectiblesReturnType,
  getCollectibles,
} from '../actions/getCollectibles.js'
import type { Config } from '../createConfig.js'
import { type InfiniteQueryOptions, infiniteQueryOptions } from './infiniteQueryOptions.js'
import type { QueryErrorType } from './queryOptions.js'

/** The parameters of `getCollectiblesInfiniteQueryOptions`. */
export type GetCollectiblesInfiniteQueryParameters = {
  /** A CAIP-10 account; undefined until it is known. */
  readonly account?: AccountId | undefined
}

/**
 * The collectibles of an account as a query in pages; new for 30 s.
 *
 * @param config - The config.
 * @param parameters - See {@link GetCollectiblesInfiniteQueryParameters}.
 * @returns Options for `useInfiniteQuery`, `fetchInfiniteQuery` and the like; the query's error is what `getCollectibles` throws.
 *
 * @example
 * import { getCollectiblesInfiniteQueryOptions } from '@latchkey/core/query'
 * import { QueryClient } from '@tanstack/react-query'
 * const client = new QueryClient()
 * const account = 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
 * const { pages } = await client.fetchInfiniteQuery(getCollectiblesInfiniteQueryOptions(config, { account }))
 */
export function getCollectiblesInfiniteQueryOptions(
  config: Config,
  parameters: GetCollectiblesInfiniteQueryParameters = {},
): InfiniteQueryOptions<GetCollectiblesReturnType, string | undefined, QueryErrorType<GetCollectiblesErrorType>> {
  return infiniteQueryOptions(config, parameters, {
    name: 'collectibles',
    needs: ['account'],
    staleTime: 30_000,
    ask: (given, { signal, pageParam }) => getCollectibles(config, { ...given, signal, cursor: pageParam }),
    first: undefined as string | undefined,
    next: ({ next }) => next,
  })
}
