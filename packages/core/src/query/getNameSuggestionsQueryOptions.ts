import {
  type GetNameSuggestionsErrorType,
  type GetNameSuggestionsReturnType,
  getNameSuggestions,
} from '../actions/getNameSuggestions.js'
import type { Config } from '../createConfig.js'
import { type QueryErrorType, type QueryOptions, queryOptions } from './queryOptions.js'

/** The parameters of `getNameSuggestionsQueryOptions`. */
export type GetNameSuggestionsQueryParameters = {
  /** The typed text; undefined until known. */
  readonly name?: string | undefined
}

/**
 * Whether a name is free, and free ones like it, as a query, new for 10 s.
 *
 * @param config - The config.
 * @param parameters - See {@link GetNameSuggestionsQueryParameters}.
 * @returns Options for `useQuery`, `useSuspenseQuery`, `prefetchQuery` and the like; the query's error is what `getNameSuggestions` throws.
 *
 * @example
 * import { getNameSuggestionsQueryOptions } from '@latchkey/core/query'
 * import { QueryClient } from '@tanstack/react-query'
 * const client = new QueryClient()
 * const [asked] = await client.fetchQuery(getNameSuggestionsQueryOptions(config, { name: 'alice' }))
 */
export function getNameSuggestionsQueryOptions(
  config: Config,
  parameters: GetNameSuggestionsQueryParameters = {},
): QueryOptions<GetNameSuggestionsReturnType, QueryErrorType<GetNameSuggestionsErrorType>> {
  return queryOptions(config, parameters, {
    name: 'nameSuggestions',
    needs: ['name'],
    staleTime: 10_000,
    ask: (given, { signal }) => getNameSuggestions(config, { ...given, signal }),
  })
}
