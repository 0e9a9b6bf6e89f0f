import type { GetPurchaseErrorType, GetPurchaseReturnType } from '@latchkey/core'
import { type GetPurchaseQueryParameters, getPurchaseQueryOptions, type QueryErrorType } from '@latchkey/core/query'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type QueryParameter, withQuery } from '../query/queryParameter.js'
import { useConfig } from './useConfig.js'

/** The parameters of `usePurchase`. */
export type UsePurchaseParameters<selected = GetPurchaseReturnType> = GetPurchaseQueryParameters &
  QueryParameter<GetPurchaseReturnType, QueryErrorType<GetPurchaseErrorType>, selected>

/**
 * How far a purchase is: asked every 3 s until it has arrived or failed.
 *
 * @param parameters - The `id` that `startPurchase` gave, a `config`, and TanStack's options as `query`.
 * @returns A TanStack query; its error is what `getPurchase` throws.
 *
 * @example
 * import { usePurchase } from '@latchkey/react'
 * const { data: purchase } = usePurchase({ id: 'VbXn3c1yQ0eJ8mKZt5rLw2aP' })
 */
export function usePurchase<selected = GetPurchaseReturnType>(
  parameters: UsePurchaseParameters<selected> = {},
): UseQueryResult<selected, QueryErrorType<GetPurchaseErrorType>> {
  const config = useConfig(parameters)
  const { id, query } = parameters
  return useQuery({
    refetchInterval: ({ state: { data } }) => (data?.state === 'arrived' || data?.state === 'failed' ? false : 3_000),
    ...withQuery(getPurchaseQueryOptions(config, { id }), query),
  })
}
