import type { GetNameSuggestionsErrorType, GetNameSuggestionsReturnType } from '@latchkey/core'
import {
  type GetNameSuggestionsQueryParameters,
  getNameSuggestionsQueryOptions,
  type QueryErrorType,
} from '@latchkey/core/query'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type QueryParameter, withQuery } from '../query/queryParameter.js'
import { useConfig } from './useConfig.js'

/** The parameters of `useNameSuggestions`. */
export type UseNameSuggestionsParameters<selected = GetNameSuggestionsReturnType> = GetNameSuggestionsQueryParameters &
  QueryParameter<GetNameSuggestionsReturnType, QueryErrorType<GetNameSuggestionsErrorType>, selected>

/**
 * Whether a name is free at the operator's own name service, and free ones like it, new for 10 s.
 *
 * @param parameters - The `name` that a person types, a `config`, and TanStack's options as `query`.
 * @returns A TanStack query, not enabled without a name; its error is what `getNameSuggestions` throws.
 *
 * @example
 * import { useNameSuggestions } from '@latchkey/react'
 * const { data: names = [] } = useNameSuggestions({ name: 'alice' })
 */
export function useNameSuggestions<selected = GetNameSuggestionsReturnType>(
  parameters: UseNameSuggestionsParameters<selected> = {},
): UseQueryResult<selected, QueryErrorType<GetNameSuggestionsErrorType>> {
  const config = useConfig(parameters)
  return useQuery(withQuery(getNameSuggestionsQueryOptions(config, { name: parameters.name }), parameters.query))
}
