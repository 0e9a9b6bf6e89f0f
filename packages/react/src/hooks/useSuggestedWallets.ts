import { type ChainId, type GetSuggestedWalletsReturnType, getSuggestedWallets } from '@latchkey/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useConfig } from './useConfig.js'
import { useFamilyChains } from './useFamilyChains.js'

/**
 * The wallets of the directory that are shown before anything is searched.
 *
 * @param chainId - The chain whose family they must have; any of the page's will do when absent.
 */
export function useSuggestedWallets(chainId?: ChainId): UseQueryResult<GetSuggestedWalletsReturnType, Error> {
  const config = useConfig()
  const chains = useFamilyChains(chainId)
  return useQuery({
    queryKey: ['latchkey', 'suggestedWallets', config.api?.url, chains?.join()],
    queryFn: () => getSuggestedWallets(config, chains ? { chains } : {}),
    // Kept by core; what was used last may have changed since.
    staleTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  })
}
