import { type AccountId, getHistory, type HistoryEntry } from '@latchkey/core'
import { historyFresh } from '@latchkey/protocol/limits'
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { useConfig } from './useConfig.js'
import { useConnection } from './useConnection.js'

/**
 * The key under which an account's transactions are kept, to invalidate them.
 *
 * @param account - The CAIP-10 account.
 * @returns A key of TanStack Query.
 *
 * @example
 * import { historyKey, useConnection } from '@latchkey/react'
 * import { useQueryClient } from '@tanstack/react-query'
 * export function Refresh() {
 *   const { caipAddress } = useConnection()
 *   const client = useQueryClient()
 *   return <button onClick={() => client.invalidateQueries({ queryKey: historyKey(caipAddress) })}>Refresh</button>
 * }
 */
export function historyKey(account: AccountId | undefined): readonly unknown[] {
  return ['latchkey', 'history', account]
}

/**
 * Transactions of an account, newest first, page after page; fresh for 15 s.
 *
 * @param parameters.account - A CAIP-10 account. Default: the connected one.
 * @returns A TanStack infinite query over all pages that are loaded; its error has the code HISTORY_UNAVAILABLE.
 *
 * @example
 * import { useHistory } from '@latchkey/react'
 * const { data: transactions, hasNextPage, fetchNextPage } = useHistory()
 */
export function useHistory(
  parameters: { account?: AccountId } = {},
): UseInfiniteQueryResult<readonly HistoryEntry[], Error> {
  const config = useConfig()
  const { caipAddress } = useConnection()
  const account = parameters.account ?? caipAddress
  return useInfiniteQuery({
    queryKey: historyKey(account),
    queryFn: ({ pageParam, signal }) =>
      account
        ? getHistory(config, { account, cursor: pageParam, signal })
        : Promise.resolve({ transactions: [], next: undefined }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }): readonly HistoryEntry[] => pages.flatMap(({ transactions }) => transactions),
    enabled: account !== undefined,
    staleTime: historyFresh,
    retry: false,
  })
}
