import {
  type GetWalletsErrorType,
  type GetWalletsParameters,
  type GetWalletsReturnType,
  getWallets,
} from '../actions/getWallets.js'
import type { Config } from '../createConfig.js'
import { type InfiniteQueryOptions, infiniteQueryOptions } from './infiniteQueryOptions.js'

/** The parameters of `getWalletsInfiniteQueryOptions`. */
export type GetWalletsInfiniteQueryParameters = {
  readonly [name in Exclude<keyof GetWalletsParameters, 'page' | 'signal'>]?: GetWalletsParameters[name] | undefined
}

/** The stale time of a page, in milliseconds. */
const directoryFresh = 300_000

/**
 * The directory of wallets as a query in pages, new for 5 minutes.
 *
 * @param config - The config.
 * @param parameters - See {@link GetWalletsInfiniteQueryParameters}.
 * @returns Options for `useInfiniteQuery`, `fetchInfiniteQuery` and the like; the query's error is what `getWallets` throws.
 *
 * @example
 * import { getWalletsInfiniteQueryOptions } from '@latchkey/core/query'
 * import { QueryClient } from '@tanstack/react-query'
 * const client = new QueryClient()
 * const { pages } = await client.fetchInfiniteQuery(getWalletsInfiniteQueryOptions(config, { search: 'rain' }))
 */
export function getWalletsInfiniteQueryOptions(
  config: Config,
  parameters: GetWalletsInfiniteQueryParameters = {},
): InfiniteQueryOptions<GetWalletsReturnType, number, GetWalletsErrorType> {
  return infiniteQueryOptions(config, parameters, {
    name: 'wallets',
    needs: [],
    staleTime: directoryFresh,
    ask: (given, { signal, pageParam }) => getWallets(config, { ...given, signal, page: pageParam }),
    first: 1,
    next: ({ hasMore }, page) => (hasMore ? page + 1 : undefined),
  })
}
