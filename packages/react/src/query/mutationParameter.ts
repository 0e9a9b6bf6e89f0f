import type { Config, LatchkeyError } from '@latchkey/core'
import type { UseMutationOptions } from '@tanstack/react-query'

/** What every hook takes that writes. */
export type MutationParameter<
  data,
  error extends LatchkeyError,
  variables,
  context = unknown,
  config extends Config = Config,
> = {
  /** The config to write with. Default: the provider's. */
  readonly config?: config | undefined
  /** Options of TanStack Query: `onSuccess`, `onError`, `onSettled`, `retry` and the like. */
  readonly mutation?:
    | Omit<UseMutationOptions<data, error, variables, context>, 'mutationFn' | 'mutationKey'>
    | undefined
}
