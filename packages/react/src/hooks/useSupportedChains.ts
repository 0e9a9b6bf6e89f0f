import type { GetSupportedChainsErrorType, GetSupportedChainsReturnType } from '@latchkey/core'
import { getSupportedChainsQueryOptions } from '@latchkey/core/query'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type QueryParameter, withQuery } from '../query/queryParameter.js'
import { useConfig } from './useConfig.js'

/** The parameters of `useSupportedChains`. */
export type UseSupportedChainsParameters<selected = GetSupportedChainsReturnType> = QueryParameter<
  GetSupportedChainsReturnType,
  GetSupportedChainsErrorType,
  selected
>

/**
 * Which chains the data API serves.
 *
 * @param parameters - A `config`, and TanStack's options as `query`.
 * @returns A TanStack query with CAIP-2 ids served over HTTP and over WebSocket; empty lists without a data API.
 *
 * @example
 * import { useSupportedChains } from '@latchkey/react'
 * const { data: isServed } = useSupportedChains({ query: { select: ({ http }) => http.includes('eip155:8453') } })
 */
export function useSupportedChains<selected = GetSupportedChainsReturnType>(
  parameters: UseSupportedChainsParameters<selected> = {},
): UseQueryResult<selected, GetSupportedChainsErrorType> {
  const config = useConfig(parameters)
  return useQuery(withQuery(getSupportedChainsQueryOptions(config), parameters.query))
}
