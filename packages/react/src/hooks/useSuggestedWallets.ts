import type { GetSuggestedWalletsErrorType, GetSuggestedWalletsReturnType } from '@latchkey/core'
import { type GetSuggestedWalletsQueryParameters, getSuggestedWalletsQueryOptions } from '@latchkey/core/query'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type QueryParameter, withQuery } from '../query/queryParameter.js'
import { useConfig } from './useConfig.js'

/** The parameters of `useSuggestedWallets`. */
export type UseSuggestedWalletsParameters<selected = GetSuggestedWalletsReturnType> =
  GetSuggestedWalletsQueryParameters &
    QueryParameter<GetSuggestedWalletsReturnType, GetSuggestedWalletsErrorType, selected>

/**
 * The wallets of the directory that are shown before anything is searched.
 *
 * @param parameters - Only wallets for one of `chains`, as CAIP-2 (default: the chains of the config), a `config`, and TanStack's options as
 * `query`.
 * @returns A TanStack query with the wallets that were used last, that the app features, and that the directory recommends.
 *
 * @example
 * import { useSuggestedWallets } from '@latchkey/react'
 * const { data: wallets } = useSuggestedWallets()
 */
export function useSuggestedWallets<selected = GetSuggestedWalletsReturnType>(
  parameters: UseSuggestedWalletsParameters<selected> = {},
): UseQueryResult<selected, GetSuggestedWalletsErrorType> {
  const config = useConfig(parameters)
  const options = {
    ...getSuggestedWalletsQueryOptions(config, { chains: parameters.chains }),
    refetchOnWindowFocus: false,
  }
  return useQuery(withQuery(options, parameters.query))
}
