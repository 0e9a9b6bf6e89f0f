import type { GetHistoryErrorType, GetHistoryReturnType, HistoryEntry } from '@latchkey/core'
import {
  type GetHistoryInfiniteQueryParameters,
  getHistoryInfiniteQueryOptions,
  type QueryErrorType,
} from '@latchkey/core/query'
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { type InfiniteQueryParameter, withInfiniteQuery } from '../query/infiniteQueryParameter.js'
import { useConfig } from './useConfig.js'
import { useConnection } from './useConnection.js'

/** The parameters of `useHistory`. */
export type UseHistoryParameters<selected = readonly HistoryEntry[]> = GetHistoryInfiniteQueryParameters &
  InfiniteQueryParameter<GetHistoryReturnType, string | undefined, QueryErrorType<GetHistoryErrorType>, selected>

/**
 * Transactions of an account, newest first, page after page; new for 15 s.
 *
 * @param parameters - A CAIP-10 `account` (default: the connected one), a `config`, and TanStack's options as `query`; its `select`
 * is given the pages.
 * @returns A TanStack infinite query over all pages that are loaded; its error is what `getHistory` throws, with the code
 * HISTORY_UNAVAILABLE.
 *
 * @example
 * import { useHistory } from '@latchkey/react'
 * const { data: transactions, hasNextPage, fetchNextPage } = useHistory()
 */
export function useHistory<selected = readonly HistoryEntry[]>(
  parameters: UseHistoryParameters<selected> = {},
): UseInfiniteQueryResult<selected, QueryErrorType<GetHistoryErrorType>> {
  const config = useConfig(parameters)
  const { caipAddress } = useConnection({ config })
  const { account = caipAddress, onramp, query } = parameters
  const options = getHistoryInfiniteQueryOptions(config, { account, onramp })
  return useInfiniteQuery(withInfiniteQuery(options, query, transactionsOf))
}

function transactionsOf({ pages }: InfiniteData<GetHistoryReturnType>): readonly HistoryEntry[] {
  return pages.flatMap(({ transactions }) => transactions)
}
