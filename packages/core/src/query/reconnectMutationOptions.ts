import { type ReconnectErrorType, reconnect } from '../actions/reconnect.js'
import type { Config } from '../createConfig.js'
import { type MutationOptions, mutationOptions } from './mutationOptions.js'

/**
 * Taking up the connections of the last visit, as a mutation; the provider does it by itself.
 *
 * @param config - The config.
 * @returns Options for `useMutation`; the mutation's error is what `reconnect` throws.
 *
 * @example
 * import { reconnectMutationOptions } from '@latchkey/core/query'
 * import { MutationObserver, QueryClient } from '@tanstack/react-query'
 * const mutation = new MutationObserver(new QueryClient(), reconnectMutationOptions(config))
 * await mutation.mutate()
 */
export function reconnectMutationOptions(config: Config): MutationOptions<void, void, ReconnectErrorType> {
  return mutationOptions(config, 'reconnect', reconnect)
}
