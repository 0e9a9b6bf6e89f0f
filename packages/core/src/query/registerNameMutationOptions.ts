import {
  type RegisterNameErrorType,
  type RegisterNameParameters,
  type RegisterNameReturnType,
  registerName,
} from '../actions/registerName.js'
import type { Config } from '../createConfig.js'
import { type MutationOptions, mutationOptions } from './mutationOptions.js'

/**
 * Registering a name, as a mutation.
 *
 * @param config - The config.
 * @returns Options for `useMutation`; the mutation's error is what `registerName` throws.
 *
 * @example
 * import { registerNameMutationOptions } from '@latchkey/core/query'
 * import { MutationObserver, QueryClient } from '@tanstack/react-query'
 * const mutation = new MutationObserver(new QueryClient(), registerNameMutationOptions(config))
 * const { name } = await mutation.mutate({ name: 'alice' })
 */
export function registerNameMutationOptions(
  config: Config,
): MutationOptions<RegisterNameReturnType, RegisterNameParameters, RegisterNameErrorType> {
  return mutationOptions(config, 'registerName', registerName)
}
