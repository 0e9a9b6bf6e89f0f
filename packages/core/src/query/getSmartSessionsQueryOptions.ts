import { portfolioFresh } from '@latchkey/protocol/internal/limits'
import {
  type GetSmartSessionsErrorType,
  type GetSmartSessionsReturnType,
  getSmartSessions,
} from '../actions/getSmartSessions.js'
import type { Config } from '../createConfig.js'
import { type QueryOptions, queryOptions } from './queryOptions.js'

/** The parameters of `getSmartSessionsQueryOptions`. */
export type GetSmartSessionsQueryParameters = {
  /** An EVM account as CAIP-10, or a plain address for all its chains; undefined until it is known. */
  readonly address?: string | undefined
}

/**
 * Which apps may act for an account as a query, new for 30 s.
 *
 * @param config - The config.
 * @param parameters - See {@link GetSmartSessionsQueryParameters}.
 * @returns Options for `useQuery`, `useSuspenseQuery`, `prefetchQuery` and the like; the query's error is what `getSmartSessions` throws.
 *
 * @example
 * import { getSmartSessionsQueryOptions } from '@latchkey/core/query'
 * import { QueryClient } from '@tanstack/react-query'
 * const client = new QueryClient()
 * const address = 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
 * const sessions = await client.fetchQuery(getSmartSessionsQueryOptions(config, { address }))
 */
export function getSmartSessionsQueryOptions(
  config: Config,
  parameters: GetSmartSessionsQueryParameters = {},
): QueryOptions<GetSmartSessionsReturnType, GetSmartSessionsErrorType> {
  return queryOptions(config, parameters, {
    name: 'smartSessions',
    needs: ['address'],
    staleTime: portfolioFresh,
    ask: (given, { signal }) => getSmartSessions(config, { ...given, signal }),
  })
}
