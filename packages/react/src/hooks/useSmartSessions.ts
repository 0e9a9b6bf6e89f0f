import type { GetSmartSessionsErrorType, GetSmartSessionsReturnType } from '@latchkey/core'
import { type GetSmartSessionsQueryParameters, getSmartSessionsQueryOptions } from '@latchkey/core/query'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type QueryParameter, withQuery } from '../query/queryParameter.js'
import { useConfig } from './useConfig.js'
import { useConnection } from './useConnection.js'

/** The parameters of `useSmartSessions`. */
export type UseSmartSessionsParameters<selected = GetSmartSessionsReturnType> = GetSmartSessionsQueryParameters &
  QueryParameter<GetSmartSessionsReturnType, GetSmartSessionsErrorType, selected>

/**
 * Which apps may act for an EVM account, new for 30 s; those that were revoked have `revokedAt`.
 *
 * @param parameters - A CAIP-10 or plain `address` (default: the connected EVM account on its chain), a `config`, and TanStack's options as
 * `query`.
 * @returns A TanStack query, newest first; its error is what `getSmartSessions` throws.
 *
 * @example
 * import { useSmartSessions } from '@latchkey/react'
 * const { data: sessions } = useSmartSessions()
 */
export function useSmartSessions<selected = GetSmartSessionsReturnType>(
  parameters: UseSmartSessionsParameters<selected> = {},
): UseQueryResult<selected, GetSmartSessionsErrorType> {
  const config = useConfig(parameters)
  const { caipAddress } = useConnection({ config, namespace: 'eip155' })
  const address = parameters.address ?? caipAddress
  return useQuery(withQuery(getSmartSessionsQueryOptions(config, { address }), parameters.query))
}
