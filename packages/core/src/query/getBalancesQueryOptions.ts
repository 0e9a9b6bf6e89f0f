import type { TokenBalance } from '@latchkey/protocol/api'
import type { AccountId } from '@latchkey/protocol/caip'
import { balanceRetryGate, portfolioFresh } from '@latchkey/protocol/internal/limits'
import { type GetBalancesErrorType, getBalances } from '../actions/getBalances.js'
import type { Config } from '../createConfig.js'
import { type QueryErrorType, type QueryOptions, queryOptions } from './queryOptions.js'

/** The parameters of `getBalancesQueryOptions`. */
export type GetBalancesQueryParameters = {
  /** A CAIP-10 account; undefined until it is known. */
  readonly account?: AccountId | undefined
}

/**
 * The balances of an account as a query, new for 30 s. Once it was read, TanStack's `refetch` and `invalidateQueries` read it from
 * the server or node anew, but not within 30 s of a failure.
 *
 * @param config - The config.
 * @param parameters - See {@link GetBalancesQueryParameters}. Without an account the key is the beginning of all accounts' keys.
 * @returns Options for `useQuery`, `useSuspenseQuery`, `prefetchQuery` and the like; the query's error is what `getBalances` throws.
 *
 * @example
 * import { getBalancesQueryOptions } from '@latchkey/core/query'
 * import { QueryClient } from '@tanstack/react-query'
 * const client = new QueryClient()
 * const account = 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
 * const balances = await client.fetchQuery(getBalancesQueryOptions(config, { account }))
 * await client.invalidateQueries({ queryKey: getBalancesQueryOptions(config).queryKey })
 */
export function getBalancesQueryOptions(
  config: Config,
  parameters: GetBalancesQueryParameters = {},
): QueryOptions<readonly TokenBalance[], QueryErrorType<GetBalancesErrorType>> {
  return queryOptions(config, parameters, {
    name: 'balances',
    needs: ['account'],
    staleTime: portfolioFresh,
    ask: ({ account }, { signal, known }) => {
      const isGateOpen = known !== undefined && Date.now() - known.errorUpdatedAt >= balanceRetryGate
      return getBalances(config, { account, signal, ...(isGateOpen ? { forceUpdate: [] } : {}) })
    },
  })
}
