import type { FrameSecurity } from '@latchkey/protocol/frame'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useAccount } from './useAccount.js'
import { useEmbedded } from './useEmbedded.js'

/** How the embedded wallet is kept, while its account is the active one; asked anew whenever it is shown. */
export function useWalletSecurity(): UseQueryResult<FrameSecurity, Error> {
  const { embedded, isActive } = useEmbedded()
  const { caipAddress, isConnected } = useAccount()
  return useQuery({
    queryKey: ['latchkey', 'security', caipAddress],
    queryFn: embedded ? () => embedded.getSecurity() : () => Promise.reject(new Error('No embedded wallet')),
    enabled: embedded !== undefined && isActive && isConnected,
    retry: false,
  })
}
