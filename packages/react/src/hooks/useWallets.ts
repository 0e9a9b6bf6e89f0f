import type { GetWalletsErrorType, GetWalletsReturnType, WalletListing } from '@latchkey/core'
import { type GetWalletsInfiniteQueryParameters, getWalletsInfiniteQueryOptions } from '@latchkey/core/query'
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { type InfiniteQueryParameter, withInfiniteQuery } from '../query/infiniteQueryParameter.js'
import { walletsOf } from '../query/walletsOf.js'
import { useConfig } from './useConfig.js'

/** The parameters of `useWallets`. */
export type UseWalletsParameters<selected = readonly WalletListing[]> = GetWalletsInfiniteQueryParameters &
  InfiniteQueryParameter<GetWalletsReturnType, number, GetWalletsErrorType, selected>

/**
 * The directory of wallets, page after page; new for 5 minutes. The wallets of this page are those of `useConnectors`.
 *
 * @param parameters - What `getWallets` takes (`search`, `certified`, `chains` …), a `config`, and TanStack's options as `query`; its
 * `select` is given the pages.
 * @returns A TanStack infinite query over all pages that are loaded, no wallet twice; its error is what `getWallets` throws.
 *
 * @example
 * import { useWallets } from '@latchkey/react'
 * const { data: wallets, hasNextPage, fetchNextPage } = useWallets({ search: 'rain' })
 */
export function useWallets<selected = readonly WalletListing[]>(
  parameters: UseWalletsParameters<selected> = {},
): UseInfiniteQueryResult<selected, GetWalletsErrorType> {
  const { query, config: _, ...wanted } = parameters
  const options = getWalletsInfiniteQueryOptions(useConfig(parameters), wanted)
  return useInfiniteQuery(withInfiniteQuery({ ...options, refetchOnWindowFocus: false }, query, walletsOf))
}
