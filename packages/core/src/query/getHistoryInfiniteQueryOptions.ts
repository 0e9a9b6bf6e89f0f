import type { AccountId } from '@latchkey/protocol/caip'
import { historyFresh } from '@latchkey/protocol/internal/limits'
import { type GetHistoryErrorType, type GetHistoryReturnType, getHistory } from '../actions/getHistory.js'
import type { Config } from '../createConfig.js'
import { type InfiniteQueryOptions, infiniteQueryOptions } from './infiniteQueryOptions.js'
import type { QueryErrorType } from './queryOptions.js'

/** The parameters of `getHistoryInfiniteQueryOptions`. */
export type GetHistoryInfiniteQueryParameters = {
  /** A CAIP-10 account; undefined until it is known. */
  readonly account?: AccountId | undefined
  /** Lists purchases through this service instead of all transactions. */
  readonly onramp?: 'coinbase' | undefined
}

/**
 * The transactions of an account as a query in pages, newest first; new for 15 s.
 *
 * @param config - The config.
 * @param parameters - See {@link GetHistoryInfiniteQueryParameters}.
 * @returns Options for `useInfiniteQuery`, `fetchInfiniteQuery` and the like; the query's error is what `getHistory` throws.
 *
 * @example
 * import { getHistoryInfiniteQueryOptions } from '@latchkey/core/query'
 * import { QueryClient } from '@tanstack/react-query'
 * const client = new QueryClient()
 * const account = 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
 * const { pages } = await client.fetchInfiniteQuery(getHistoryInfiniteQueryOptions(config, { account }))
 */
export function getHistoryInfiniteQueryOptions(
  config: Config,
  parameters: GetHistoryInfiniteQueryParameters = {},
): InfiniteQueryOptions<GetHistoryReturnType, string | undefined, QueryErrorType<GetHistoryErrorType>> {
  return infiniteQueryOptions(config, parameters, {
    name: 'history',
    needs: ['account'],
    staleTime: historyFresh,
    ask: (given, { signal, pageParam }) => getHistory(config, { ...given, signal, cursor: pageParam }),
    first: undefined as string | undefined,
    next: ({ next }) => next,
  })
}
