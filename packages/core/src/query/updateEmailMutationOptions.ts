import {
  type UpdateEmailErrorType,
  type UpdateEmailParameters,
  type UpdateEmailReturnType,
  updateEmail,
} from '../actions/updateEmail.js'
import type { Config } from '../createConfig.js'
import { type MutationOptions, mutationOptions, type Optional } from './mutationOptions.js'

/**
 * Changing the e-mail address of the embedded wallet's user, as a mutation.
 *
 * @param config - The config.
 * @returns Options for `useMutation`; the mutation's error is what `updateEmail` throws.
 *
 * @example
 * import { updateEmailMutationOptions } from '@latchkey/core/query'
 * import { MutationObserver, QueryClient } from '@tanstack/react-query'
 * const mutation = new MutationObserver(new QueryClient(), updateEmailMutationOptions(config))
 * const { email } = await mutation.mutate()
 */
export function updateEmailMutationOptions(
  config: Config,
): MutationOptions<UpdateEmailReturnType, Optional<UpdateEmailParameters>, UpdateEmailErrorType> {
  return mutationOptions(config, 'updateEmail', (own, variables) => updateEmail(own, variables ?? {}))
}
