import type { FrameSecurity } from '@latchkey/protocol/internal/frame'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useConfig } from './useConfig.js'
import { useConnection } from './useConnection.js'
import { useEmbedded } from './useEmbedded.js'

/** How the embedded wallet is kept, while its account is the active one; asked anew whenever it is shown. */
export function useWalletSecurity(): UseQueryResult<FrameSecurity, Error> {
  const config = useConfig()
  const { embedded, isActive } = useEmbedded()
  const { caipAddress, isConnected } = useConnection()
  return useQuery({
    queryKey: ['latchkey', config.uid, 'security', { account: caipAddress }],
    queryFn: embedded ? () => embedded.getSecurity() : () => Promise.reject(new Error('No embedded wallet')),
    enabled: embedded !== undefined && isActive && isConnected,
    retry: false,
  })
}
