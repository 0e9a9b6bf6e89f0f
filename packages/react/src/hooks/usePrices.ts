import type { GetPricesErrorType, GetPricesReturnType } from '@latchkey/core'
import { type GetPricesQueryParameters, getPricesQueryOptions, type QueryErrorType } from '@latchkey/core/query'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type QueryParameter, withQuery } from '../query/queryParameter.js'
import { useConfig } from './useConfig.js'

/** The parameters of `usePrices`. */
export type UsePricesParameters<selected = GetPricesReturnType> = GetPricesQueryParameters &
  QueryParameter<GetPricesReturnType, QueryErrorType<GetPricesErrorType>, selected>

/**
 * What tokens cost in US dollars, new for 30 s.
 *
 * @param parameters - The CAIP-10 ids of the tokens as `addresses`, a `config`, and TanStack's options as `query`.
 * @returns A TanStack query with those that have a price; its error is what `getPrices` throws.
 *
 * @example
 * import { usePrices } from '@latchkey/react'
 * const { data: prices } = usePrices({ addresses: ['eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'] })
 */
export function usePrices<selected = GetPricesReturnType>(
  parameters: UsePricesParameters<selected> = {},
): UseQueryResult<selected, QueryErrorType<GetPricesErrorType>> {
  const config = useConfig(parameters)
  const { addresses } = parameters
  return useQuery(withQuery(getPricesQueryOptions(config, { addresses }), parameters.query))
}
