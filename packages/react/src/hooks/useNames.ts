import type { GetNamesErrorType, GetNamesReturnType } from '@latchkey/core'
import { type GetNamesQueryParameters, getNamesQueryOptions, type QueryErrorType } from '@latchkey/core/query'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type QueryParameter, withQuery } from '../query/queryParameter.js'
import { useConfig } from './useConfig.js'
import { useConnection } from './useConnection.js'

/** The parameters of `useNames`. */
export type UseNamesParameters<selected = GetNamesReturnType> = GetNamesQueryParameters &
  QueryParameter<GetNamesReturnType, QueryErrorType<GetNamesErrorType>, selected>

/**
 * The names of an EVM account at the operator's own name service, new for 5 minutes.
 *
 * @param parameters - A plain `address` (default: the connected one on EVM chains), a `config`, and TanStack's options as `query`.
 * @returns A TanStack query; its error is what `getNames` throws.
 *
 * @example
 * import { useNames } from '@latchkey/react'
 * const { data: name } = useNames({ query: { select: ([name]) => name ?? 'nobody' } })
 */
export function useNames<selected = GetNamesReturnType>(
  parameters: UseNamesParameters<selected> = {},
): UseQueryResult<selected, QueryErrorType<GetNamesErrorType>> {
  const config = useConfig(parameters)
  const { address: own } = useConnection({ config, namespace: 'eip155' })
  return useQuery(withQuery(getNamesQueryOptions(config, { address: parameters.address ?? own }), parameters.query))
}
