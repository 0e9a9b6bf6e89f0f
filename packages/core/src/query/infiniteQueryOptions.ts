import type { LatchkeyError } from '@latchkey/protocol/errors'
import type { Config } from '../createConfig.js'
import { type Asking, type Given, type QueryContext, type QueryOptions, queryOptions } from './queryOptions.js'

/** A read in pages as TanStack Query takes it: `useInfiniteQuery(options)`, `client.fetchInfiniteQuery(options)`. */
export type InfiniteQueryOptions<page, pageParam, error = LatchkeyError> = Omit<
  QueryOptions<page, error>,
  'queryFn'
> & {
  readonly queryFn: (context: QueryContext & { readonly pageParam: pageParam }) => Promise<page>
  readonly initialPageParam: pageParam
  readonly getNextPageParam: (page: page, pages: readonly page[], pageParam: pageParam) => pageParam | undefined
}

/** The options of a paginated query. */
type AskingPages<page, pageParam, parameters, need extends keyof parameters> = Omit<
  Asking<page, parameters, need>,
  'ask'
> & {
  readonly ask: (
    given: Given<parameters, need>,
    context: { readonly signal: AbortSignal; readonly pageParam: pageParam },
  ) => Promise<page>
  readonly first: pageParam
  /** The cursor of the next page; undefined after the last. */
  readonly next: (page: page, pageParam: pageParam) => pageParam | undefined
}

/** Creates the options of a paginated read, by the rules of `queryOptions`: `getThing` → `getThingInfiniteQueryOptions`. */
export function infiniteQueryOptions<
  page,
  pageParam,
  parameters extends object,
  need extends keyof parameters = never,
  error extends LatchkeyError = LatchkeyError,
>(
  config: Config,
  parameters: parameters,
  { name, needs, staleTime, ask, first, next }: AskingPages<page, pageParam, parameters, need>,
): InfiniteQueryOptions<page, pageParam, error> {
  const options = (pageParam: pageParam) =>
    queryOptions<page, parameters, need, error>(config, parameters, {
      name,
      needs,
      staleTime,
      ask: (given, { signal }) => ask(given, { signal, pageParam }),
    })
  return {
    ...options(first),
    queryFn: (context) => options(context.pageParam).queryFn(context),
    initialPageParam: first,
    getNextPageParam: (page, _pages, pageParam) => next(page, pageParam),
  }
}
