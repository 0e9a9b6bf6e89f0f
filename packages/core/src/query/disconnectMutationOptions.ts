import { type DisconnectErrorType, type DisconnectParameters, disconnect } from '../actions/disconnect.js'
import type { Config } from '../createConfig.js'
import { type MutationOptions, mutationOptions, type Optional } from './mutationOptions.js'

/**
 * Ending one connection, or all, as a mutation.
 *
 * @param config - The config.
 * @returns Options for `useMutation`; the mutation's error is what `disconnect` throws.
 *
 * @example
 * import { disconnectMutationOptions } from '@latchkey/core/query'
 * import { MutationObserver, QueryClient } from '@tanstack/react-query'
 * const mutation = new MutationObserver(new QueryClient(), disconnectMutationOptions(config))
 * await mutation.mutate()
 */
export function disconnectMutationOptions<config extends Config>(
  config: config,
): MutationOptions<void, Optional<DisconnectParameters<config>>, DisconnectErrorType> {
  return mutationOptions(config, 'disconnect', (own, variables) => disconnect(own, variables ?? {}))
}
