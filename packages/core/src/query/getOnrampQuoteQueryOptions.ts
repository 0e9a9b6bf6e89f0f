import type { ChainId } from '@latchkey/protocol/caip'
import type { PaymentCurrency } from '@latchkey/protocol/onrampApi'
import {
  type GetOnrampQuoteErrorType,
  type GetOnrampQuoteReturnType,
  getOnrampQuote,
} from '../actions/getOnrampQuote.js'
import type { Config } from '../createConfig.js'
import { type QueryErrorType, type QueryOptions, queryOptions } from './queryOptions.js'

/** The parameters of `getOnrampQuoteQueryOptions`; undefined until it is known. */
export type GetOnrampQuoteQueryParameters = {
  /** The network to buy on. */
  readonly chainId?: ChainId | undefined
  /** The symbol of what is bought. */
  readonly symbol?: string | undefined
  readonly currency?: PaymentCurrency | undefined
  /** The amount paid, fees included. */
  readonly payment?: string | undefined
  /** The seller; the first when absent. */
  readonly provider?: string | undefined
}

/**
 * What a payment buys, as a query, new for 10 s.
 *
 * @param config - The config.
 * @param parameters - See {@link GetOnrampQuoteQueryParameters}.
 * @returns Options for `useQuery`, `useSuspenseQuery`, `prefetchQuery` and the like; the query's error is what `getOnrampQuote` throws.
 *
 * @example
 * import { getOnrampQuoteQueryOptions } from '@latchkey/core/query'
 * import { QueryClient } from '@tanstack/react-query'
 * const client = new QueryClient()
 * const order = { chainId: 'eip155:8453', symbol: 'USDC', currency: 'EUR', payment: '50' } as const
 * const quote = await client.fetchQuery(getOnrampQuoteQueryOptions(config, order))
 */
export function getOnrampQuoteQueryOptions(
  config: Config,
  parameters: GetOnrampQuoteQueryParameters = {},
): QueryOptions<GetOnrampQuoteReturnType, QueryErrorType<GetOnrampQuoteErrorType>> {
  return queryOptions(config, parameters, {
    name: 'onrampQuote',
    needs: ['chainId', 'symbol', 'currency', 'payment'],
    staleTime: 10_000,
    ask: (given, { signal }) => getOnrampQuote(config, { ...given, signal }),
  })
}
