import { nameFresh } from '@latchkey/protocol/internal/limits'
import { type GetNamesErrorType, type GetNamesReturnType, getNames } from '../actions/getNames.js'
import type { Config } from '../createConfig.js'
import { type QueryErrorType, type QueryOptions, queryOptions } from './queryOptions.js'

/** The parameters of `getNamesQueryOptions`. */
export type GetNamesQueryParameters = {
  /** The plain address; undefined until it is known. */
  readonly address?: string | undefined
}

/**
 * The names of an account at the operator's own service as a query, new for 5 minutes.
 *
 * @param config - The config.
 * @param parameters - See {@link GetNamesQueryParameters}.
 * @returns Options for `useQuery`, `useSuspenseQuery`, `prefetchQuery` and the like; the query's error is what `getNames` throws.
 *
 * @example
 * import { getNamesQueryOptions } from '@latchkey/core/query'
 * import { QueryClient } from '@tanstack/react-query'
 * const client = new QueryClient()
 * const [name] = await client.fetchQuery(getNamesQueryOptions(config, { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' }))
 */
export function getNamesQueryOptions(
  config: Config,
  parameters: GetNamesQueryParameters = {},
): QueryOptions<GetNamesReturnType, QueryErrorType<GetNamesErrorType>> {
  return queryOptions(config, parameters, {
    name: 'names',
    needs: ['address'],
    staleTime: nameFresh,
    ask: (given, { signal, known }) => getNames(config, { ...given, signal, force: known !== undefined }),
  })
}
