import type { GetFiatRatesErrorType, GetFiatRatesReturnType } from '@latchkey/core'
import { getFiatRatesQueryOptions, type QueryErrorType } from '@latchkey/core/query'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type QueryParameter, withQuery } from '../query/queryParameter.js'
import { useConfig } from './useConfig.js'

/** The parameters of `useFiatRates`. */
export type UseFiatRatesParameters<selected = GetFiatRatesReturnType> = QueryParameter<
  GetFiatRatesReturnType,
  QueryErrorType<GetFiatRatesErrorType>,
  selected
>

/**
 * How much of each currency one US dollar buys, new for 10 min.
 *
 * @param parameters - A `config`, and TanStack's options as `query`.
 * @returns A TanStack query with rates by ISO 4217 codes in small letters; its error is what `getFiatRates` throws.
 *
 * @example
 * import { useFiatRates } from '@latchkey/react'
 * const { data: perDollar } = useFiatRates({ query: { select: ({ eur }) => eur } })
 */
export function useFiatRates<selected = GetFiatRatesReturnType>(
  parameters: UseFiatRatesParameters<selected> = {},
): UseQueryResult<selected, QueryErrorType<GetFiatRatesErrorType>> {
  const config = useConfig(parameters)
  return useQuery(withQuery(getFiatRatesQueryOptions(config), parameters.query))
}
