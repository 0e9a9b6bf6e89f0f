import type { GetOnrampQuoteErrorType, GetOnrampQuoteReturnType } from '@latchkey/core'
import {
  type GetOnrampQuoteQueryParameters,
  getOnrampQuoteQueryOptions,
  type QueryErrorType,
} from '@latchkey/core/query'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type QueryParameter, withQuery } from '../query/queryParameter.js'
import { useConfig } from './useConfig.js'

/** The parameters of `useOnrampQuote`. */
export type UseOnrampQuoteParameters<selected = GetOnrampQuoteReturnType> = GetOnrampQuoteQueryParameters &
  QueryParameter<GetOnrampQuoteReturnType, QueryErrorType<GetOnrampQuoteErrorType>, selected>

/**
 * What a payment buys, new for 10 s. It is an estimate: the provider says the last word on its own page.
 *
 * @param parameters - `chainId`, `symbol`, `currency`, `payment` and `provider`, a `config`, and TanStack's options as `query`.
 * @returns A TanStack query; its error is what `getOnrampQuote` throws.
 *
 * @example
 * import { useOnrampQuote } from '@latchkey/react'
 * const { data: quote } = useOnrampQuote({ chainId: 'eip155:8453', symbol: 'USDC', currency: 'EUR', payment: '50' })
 */
export function useOnrampQuote<selected = GetOnrampQuoteReturnType>(
  parameters: UseOnrampQuoteParameters<selected> = {},
): UseQueryResult<selected, QueryErrorType<GetOnrampQuoteErrorType>> {
  const config = useConfig(parameters)
  const { chainId, symbol, currency, payment, provider, query } = parameters
  return useQuery(
    withQuery(getOnrampQuoteQueryOptions(config, { chainId, symbol, currency, payment, provider }), query),
  )
}
