import { fromRpcError, LatchkeyError } from '@latchkey/protocol/errors'
import type { Config } from '../createConfig.js'

/** The key of a read: `latchkey`, the config's `uid`, the action without its `get`, and what it was asked with. */
export type QueryKey = readonly ['latchkey', string, string, { readonly [parameter: string]: unknown }]

/** The context that TanStack Query passes to a query function. */
export type QueryContext = {
  readonly signal: AbortSignal
  readonly queryKey: readonly unknown[]
  /** There from TanStack Query 5.66 on. */
  readonly client?: {
    getQueryState(key: QueryKey): QueryState | undefined
  }
}

type QueryState = {
  readonly dataUpdatedAt: number
  readonly errorUpdatedAt: number
  readonly isInvalidated: boolean
}

/** A read as TanStack Query takes it: `useQuery(options)`, `useSuspenseQuery(options)`, `client.fetchQuery(options)`. */
export type QueryOptions<data, error = LatchkeyError> = {
  readonly queryKey: QueryKey
  readonly queryFn: (context: QueryContext) => Promise<data>
  /** False while a parameter is missing that the action cannot do without. */
  readonly enabled: boolean
  /** The stale time, in milliseconds. */
  readonly staleTime: number
  readonly retry: boolean | ((failureCount: number, error: error) => boolean)
}

/** The error of a read without a required parameter, besides those of its action. */
export type QueryErrorType<error extends LatchkeyError> = LatchkeyError<error['code'] | 'INVALID_PARAMS'>

/** The parameters once they are complete: those that are needed are there, and none is undefined. */
export type Given<parameters, need extends keyof parameters> = {
  readonly [name in need]-?: Exclude<parameters[name], undefined>
} & { readonly [name in Exclude<keyof parameters, need>]?: Exclude<parameters[name], undefined> }

/** The options of a query over an action. */
export type Asking<data, parameters, need extends keyof parameters> = {
  /** The action without its `get`: `balances`. */
  readonly name: string
  /** Without one of these the query is not enabled. */
  readonly needs: readonly need[]
  /** The stale time, in milliseconds; reads that core caches use the same number. */
  readonly staleTime: number
  readonly ask: (given: Given<parameters, need>, context: Asked) => Promise<data>
}

type Asked = {
  readonly signal: AbortSignal
  /** The cached data of the query; undefined before the first fetch. An action with a cache of its own must bypass it on a refetch. */
  readonly known: QueryState | undefined
}

/**
 * Creates the options of a read. A builder for an action is a file of its own in this folder, a line in `exports/query.ts`, and is
 * built as `getBalancesQueryOptions` is:
 *
 * - it is named after its action, `getThing` → `getThingQueryOptions(config, parameters)`, and takes the action's parameters without
 *   `signal`; each of them may be undefined, since a hook is called before the account is known;
 * - it reads nothing of the state: account and chain come in as parameters, and a hook fills them in from the context. What is
 *   not given stands neither in the key nor anywhere else, so that the key without parameters is the beginning of all others and
 *   invalidates them together;
 * - the key holds what can be written as JSON: bigints become decimal strings, `undefined` is left out;
 * - `signal` goes on to the action.
 */
export function queryOptions<
  data,
  parameters extends object,
  need extends keyof parameters = never,
  error extends LatchkeyError = LatchkeyError,
>(
  config: Config,
  parameters: parameters,
  { name, needs, staleTime, ask }: Asking<data, parameters, need>,
): QueryOptions<data, error> {
  const given = Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined))
  const missing = needs.find((need) => parameters[need] === undefined)
  return {
    queryKey: ['latchkey', config.uid, name, written(given) as QueryKey[3]],
    async queryFn({ signal, queryKey, client }) {
      if (missing !== undefined)
        throw new LatchkeyError('INVALID_PARAMS', `The query ${name} has no ${String(missing)}.`)
      const state = client?.getQueryState(queryKey as QueryKey)
      const known = state && state.dataUpdatedAt + state.errorUpdatedAt > 0 ? state : undefined
      try {
        return await ask(given as Given<parameters, need>, { signal, known })
      } catch (thrown) {
        throw fromRpcError(thrown)
      }
    },
    enabled: missing === undefined,
    staleTime,
    // The actions try again by themselves where it may help.
    retry: false,
  }
}

/** Normalises a value for a query key; EVM addresses match in any case. */
function written(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'string') return /^(eip155:\d+:)?0x[0-9a-f]{40}$/i.test(value) ? value.toLowerCase() : value
  if (Array.isArray(value)) return value.map(written)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, written(part)]))
}
