import type { Config, LatchkeyError } from '@latchkey/core'
import type { QueryKey, QueryOptions } from '@latchkey/core/query'
import type { UseQueryOptions } from '@tanstack/react-query'

/** What every hook takes that reads, besides what it asks for. */
export type QueryParameter<data, error extends LatchkeyError, selected = data, config extends Config = Config> = {
  /** The config to read with. Default: the provider's. */
  readonly config?: config | undefined
  /** Options of TanStack Query: `enabled`, `select`, `staleTime`, `refetchInterval` and the like. */
  readonly query?:
    | Omit<UseQueryOptions<data, error, selected, QueryKey>, 'queryKey' | 'queryFn' | 'queryHash' | 'queryKeyHashFn'>
    | undefined
}

/** The options of a builder with those of a hook's caller over them; a query that lacks a parameter stays disabled. */
export function withQuery<data, error extends LatchkeyError, selected>(
  options: QueryOptions<data, error> & QueryParameter<data, error, selected>['query'],
  query: QueryParameter<data, error, selected>['query'],
): UseQueryOptions<data, error, selected, QueryKey> {
  return { ...options, ...query, enabled: options.enabled && (query?.enabled ?? true) }
}
