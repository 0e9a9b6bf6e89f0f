import { type ChainId, getWallets, type WalletListing } from '@latchkey/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useConfig } from './useConfig.js'
import { useFamilyChains } from './useFamilyChains.js'

/** What `useWalletDirectory` returns. */
export type UseWalletDirectory = {
  /** The wallets of all pages that were read, none of them twice; undefined before the first. */
  readonly wallets: readonly WalletListing[] | undefined
  readonly count: number
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly error: Error | null
  readonly more: () => void
  readonly retry: () => void
}

/** The directory of wallets, page by page. */
export function useWalletDirectory(parameters: {
  readonly search: string
  readonly certified: boolean
  /** The chain whose family the wallets must have; any of the page's will do when absent. */
  readonly chainId: ChainId | undefined
}): UseWalletDirectory {
  const config = useConfig()
  const { search, certified } = parameters
  const chains = useFamilyChains(parameters.chainId)
  const query = useInfiniteQuery({
    queryKey: ['latchkey', 'wallets', config.api?.url, search, certified, chains?.join()],
    queryFn: ({ pageParam, signal }) =>
      getWallets(config, {
        page: pageParam,
        certified,
        signal,
        ...(search ? { search } : {}),
        ...(chains ? { chains } : {}),
      }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, last) => (page.hasMore ? last + 1 : undefined),
    staleTime: 300_000,
    refetchOnWindowFocus: false,
    retry: false,
  })
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query
  const wallets = useMemo(() => {
    const all = data?.pages.flatMap((page) => page.wallets)
    return all && [...new Map(all.map((wallet) => [wallet.id, wallet])).values()]
  }, [data])
  return {
    wallets,
    count: Math.max(0, ...(data?.pages.map(({ count }) => count) ?? [])),
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    error: query.error,
    more: () => {
      if (!isFetchingNextPage) fetchNextPage()
    },
    retry: () => (data ? fetchNextPage() : refetch()),
  }
}
