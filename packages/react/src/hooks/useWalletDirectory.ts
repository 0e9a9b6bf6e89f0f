import type { ChainId, GetWalletsReturnType, WalletListing } from '@latchkey/core'
import { walletsOf } from '../query/walletsOf.js'
import { useFamilyChains } from './useFamilyChains.js'
import { useWallets } from './useWallets.js'

/** The return type of `useWalletDirectory`. */
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
  const { search, certified } = parameters
  const chains = useFamilyChains(parameters.chainId)
  const query = useWallets({
    ...(search ? { search } : {}),
    certified,
    chains,
    query: { select: readPages },
  })
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query
  return {
    wallets: data?.wallets,
    count: data?.count ?? 0,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    error: query.error,
    more: () => {
      if (!isFetchingNextPage) fetchNextPage()
    },
    retry: () => (data ? fetchNextPage() : refetch()),
  }
}

function readPages(data: { readonly pages: readonly GetWalletsReturnType[] }) {
  return { wallets: walletsOf(data), count: Math.max(0, ...data.pages.map(({ count }) => count)) }
}
