import { type GetSmartSessionsReturnType, getSmartSessions } from '@latchkey/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useConfig } from './useConfig.js'
import { useConnection } from './useConnection.js'

/** The key under which all lists of smart sessions are kept, to invalidate them. */
export const smartSessionsKey: readonly unknown[] = ['latchkey', 'smartSessions']

/**
 * Which apps may act for an EVM account, fresh for 30 s; those that were revoked have `revokedAt`.
 *
 * @param parameters.address - CAIP-10 or a plain address. Default: the connected EVM account on its chain.
 * @returns A TanStack query, newest first.
 *
 * @example
 * import { useSmartSessions } from '@latchkey/react'
 * const { data: sessions } = useSmartSessions()
 */
export function useSmartSessions(
  parameters: { address?: string } = {},
): UseQueryResult<GetSmartSessionsReturnType, Error> {
  const config = useConfig()
  const { caipAddress } = useConnection({ namespace: 'eip155' })
  const address = parameters.address ?? caipAddress
  return useQuery({
    queryKey: [...smartSessionsKey, address],
    queryFn: () => getSmartSessions(config, address ? { address } : {}),
    enabled: address !== undefined,
    staleTime: 30_000,
    retry: false,
  })
}
