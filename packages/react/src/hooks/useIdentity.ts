import { type GetIdentityReturnType, getIdentity } from '@latchkey/core'
import { identityFresh } from '@latchkey/protocol/limits'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useChain } from './useChain.js'
import { useConfig } from './useConfig.js'
import { useConnection } from './useConnection.js'

/**
 * Name and picture of an EVM account, fresh for 5 minutes.
 *
 * @param parameters.address - A plain address. Default: the connected one.
 * @returns A TanStack query; both are null where nothing is known.
 *
 * @example
 * import { useIdentity } from '@latchkey/react'
 * const { data: identity } = useIdentity()
 */
export function useIdentity(parameters: { address?: string } = {}): UseQueryResult<GetIdentityReturnType, Error> {
  const config = useConfig()
  const { address: own } = useConnection()
  const chainId = useChain().caipNetwork?.caipNetworkId
  const address = parameters.address ?? own
  return useQuery({
    queryKey: ['latchkey', 'identity', address, chainId],
    queryFn: () => getIdentity(config, { ...(address ? { address } : {}), ...(chainId ? { chainId } : {}) }),
    enabled: address !== undefined,
    staleTime: identityFresh,
    retry: false,
  })
}
