import type { Collectible, GetCollectiblesErrorType, GetCollectiblesReturnType } from '@latchkey/core'
import {
  type GetCollectiblesInfiniteQueryParameters,
  getCollectiblesInfiniteQueryOptions,
  type QueryErrorType,
} from '@latchkey/core/query'
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { type InfiniteQueryParameter, withInfiniteQuery } from '../query/infiniteQueryParameter.js'
import { useConfig } from './useConfig.js'
import { useConnection } from './useConnection.js'

/** What `useCollectibles` gives of all pages that are loaded. */
export type LoadedCollectibles = {
  /** By contract and number, those that are marked as spam included. */
  readonly collectibles: readonly Collectible[]
  /** Of the newest page: `behind` where some may be missing, `none` where the data API does not index the chain. */
  readonly index: GetCollectiblesReturnType['index']
}

/** The parameters of `useCollectibles`. */
export type UseCollectiblesParameters<selected = LoadedCollectibles> = GetCollectiblesInfiniteQueryParameters &
  InfiniteQueryParameter<
    GetCollectiblesReturnType,
    string | undefined,
    QueryErrorType<GetCollectiblesErrorType>,
    selected
  >

/**
 * Collectibles (ERC-721, ERC-1155, Metaplex) of an account, page after page; new for 30 s.
 *
 * @param parameters - A CAIP-10 `account` (default: the connected one), a `config`, and TanStack's options as `query`; its `select`
 * is given the pages.
 * @returns A TanStack infinite query over all pages that are loaded; its error is what `getCollectibles` throws.
 *
 * @example
 * import { useCollectibles } from '@latchkey/react'
 * const { data, hasNextPage, fetchNextPage } = useCollectibles()
 * const wanted = data?.collectibles.filter(({ isSpam }) => !isSpam)
 */
export function useCollectibles<selected = LoadedCollectibles>(
  parameters: UseCollectiblesParameters<selected> = {},
): UseInfiniteQueryResult<selected, QueryErrorType<GetCollectiblesErrorType>> {
  const config = useConfig(parameters)
  const { caipAddress } = useConnection({ config })
  const { account = caipAddress, query } = parameters
  const options = getCollectiblesInfiniteQueryOptions(config, { account })
  return useInfiniteQuery(withInfiniteQuery(options, query, loaded))
}

function loaded({ pages }: InfiniteData<GetCollectiblesReturnType>): LoadedCollectibles {
  return {
    collectibles: pages.flatMap(({ collectibles }) => collectibles),
    index: pages.at(-1)?.index ?? 'none',
  }
}
