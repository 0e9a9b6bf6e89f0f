import type { Config, LatchkeyError } from '@latchkey/core'
import type { InfiniteQueryOptions, QueryKey } from '@latchkey/core/query'
import type { InfiniteData, QueryFunction, UseInfiniteQueryOptions } from '@tanstack/react-query'

/** What every hook takes that reads page after page, besides what it asks for. */
export type InfiniteQueryParameter<
  page,
  pageParam,
  error extends LatchkeyError,
  selected = InfiniteData<page, pageParam>,
> = {
  /** The config to read with. Default: the provider's. */
  readonly config?: Config | undefined
  /** Options of TanStack Query: `enabled`, `select` over all pages, `staleTime`, `maxPages` and the like. */
  readonly query?:
    | Partial<
        Omit<
          UseInfiniteQueryOptions<page, error, selected, QueryKey, pageParam>,
          'queryKey' | 'queryFn' | 'queryHash' | 'queryKeyHashFn' | 'initialPageParam' | 'getNextPageParam'
        >
      >
    | undefined
}

/** The options of a builder with those of a hook's caller over them; `flat` is what is made of the pages unless they say. */
export function withInfiniteQuery<page, pageParam, error extends LatchkeyError, selected>(
  options: InfiniteQueryOptions<page, pageParam, error> &
    InfiniteQueryParameter<page, pageParam, error, selected>['query'],
  query: InfiniteQueryParameter<page, pageParam, error, selected>['query'],
  flat: (data: InfiniteData<page, pageParam>) => unknown,
): UseInfiniteQueryOptions<page, error, selected, QueryKey, pageParam> {
  // Without a `select` of its own a caller has not named another type either.
  const select = query?.select ?? (flat as (data: InfiniteData<page, pageParam>) => selected)
  // TanStack tells a page's parameter from none by a condition on its type, which stays open here.
  const queryFn = options.queryFn as QueryFunction<page, QueryKey, pageParam>
  return { ...options, ...query, queryFn, select, enabled: options.enabled && (query?.enabled ?? true) }
}
