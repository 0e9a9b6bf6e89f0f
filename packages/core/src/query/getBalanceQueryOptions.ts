import type { AccountId } from '@latchkey/protocol/caip'
import { nativeBalanceFresh } from '@latchkey/protocol/internal/limits'
import { type GetBalanceErrorType, type GetBalanceReturnType, getBalance } from '../actions/getBalance.js'
import type { Config } from '../createConfig.js'
import { type QueryOptions, queryOptions } from './queryOptions.js'

/** The parameters of `getBalanceQueryOptions`. */
export type GetBalanceQueryParameters = {
  /** A CAIP-10 account; undefined until it is known. */
  readonly account?: AccountId | undefined
}

/**
 * The native balance of an account as a query, new for 30 s. Once it was read, `refetch` and `invalidateQueries` read it anew.
 *
 * @param config - The config.
 * @param parameters - See {@link GetBalanceQueryParameters}.
 * @returns Options for `useQuery`, `useSuspenseQuery`, `prefetchQuery` and the like; the query's error is what `getBalance` throws.
 *
 * @example
 * import { getBalanceQueryOptions } from '@latchkey/core/query'
 * import { QueryClient } from '@tanstack/react-query'
 * const client = new QueryClient()
 * const account = 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
 * const { value } = await client.fetchQuery(getBalanceQueryOptions(config, { account }))
 */
export function getBalanceQueryOptions(
  config: Config,
  parameters: GetBalanceQueryParameters = {},
): QueryOptions<GetBalanceReturnType, GetBalanceErrorType> {
  return queryOptions(config, parameters, {
    name: 'balance',
    needs: ['account'],
    staleTime: nativeBalanceFresh,
    ask: ({ account }, { signal, known }) => getBalance(config, { account, signal, force: known !== undefined }),
  })
}
