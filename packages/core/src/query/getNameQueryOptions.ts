import { nameFresh } from '@latchkey/protocol/internal/limits'
import { type GetNameErrorType, type GetNameReturnType, getName } from '../actions/getName.js'
import type { Config } from '../createConfig.js'
import { type QueryErrorType, type QueryOptions, queryOptions } from './queryOptions.js'

/** The parameters of `getNameQueryOptions`. */
export type GetNameQueryParameters = {
  /** A whole name; undefined until it is known. */
  readonly name?: string | undefined
}

/**
 * The record of a name of the operator's name service as a query, fresh for 5 minutes; null for an unregistered name.
 *
 * @param config - The config.
 * @param parameters - See {@link GetNameQueryParameters}.
 * @returns Options for `useQuery`, `useSuspenseQuery`, `prefetchQuery` and the like; the query's error is what `getName` throws.
 *
 * @example
 * import { getNameQueryOptions } from '@latchkey/core/query'
 * import { QueryClient } from '@tanstack/react-query'
 * const client = new QueryClient()
 * const record = await client.fetchQuery(getNameQueryOptions(config, { name: 'alice.names.example' }))
 */
export function getNameQueryOptions(
  config: Config,
  parameters: GetNameQueryParameters = {},
): QueryOptions<NonNullable<GetNameReturnType> | null, QueryErrorType<GetNameErrorType>> {
  return queryOptions(config, parameters, {
    name: 'name',
    needs: ['name'],
    staleTime: nameFresh,
    ask: (given, { signal }) => getName(config, { ...given, signal }).then((record) => record ?? null),
  })
}
