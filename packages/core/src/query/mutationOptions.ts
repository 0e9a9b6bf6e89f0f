import { fromRpcError, type LatchkeyError } from '@latchkey/protocol/errors'
import type { Config } from '../createConfig.js'

/** The key of a write: `latchkey`, the config's `uid`, and the action. */
export type MutationKey = readonly ['latchkey', string, string]

/** Variables that may be left out of the call. */
export type Optional<variables> =
  | variables
  // biome-ignore lint/suspicious/noConfusingVoidType: TanStack lets a call leave out nothing but `void`.
  | void

/** A write as TanStack Query takes it: `useMutation(options)`, `new MutationObserver(client, options)`. */
export type MutationOptions<data, variables, error = LatchkeyError> = {
  readonly mutationKey: MutationKey
  readonly mutationFn: (variables: variables) => Promise<data>
  readonly retry: boolean | ((failureCount: number, error: error) => boolean)
}

/**
 * Creates the options of a write. A builder for an action is a file of its own in this folder and a line in `exports/query.ts`:
 * `doThing` → `doThingMutationOptions(config)`, whose variables are the action's parameters. What may be left out of a call is
 * `Optional`, so that `mutate()` compiles.
 */
export function mutationOptions<data, variables, error extends LatchkeyError = LatchkeyError>(
  config: Config,
  name: string,
  action: (config: Config, variables: variables) => Promise<data>,
): MutationOptions<data, variables, error> {
  return {
    mutationKey: ['latchkey', config.uid, name],
    async mutationFn(variables) {
      try {
        return await action(config, variables)
      } catch (thrown) {
        throw fromRpcError(thrown)
      }
    },
    // A wallet prompt is not repeated.
    retry: false,
  }
}
