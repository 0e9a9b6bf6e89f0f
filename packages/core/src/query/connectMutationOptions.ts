import { type ConnectErrorType, type ConnectParameters, type ConnectReturnType, connect } from '../actions/connect.js'
import type { Config } from '../createConfig.js'
import { type MutationOptions, mutationOptions } from './mutationOptions.js'

/**
 * Asking a wallet to connect, as a mutation.
 *
 * @param config - The config.
 * @returns Options for `useMutation`; the mutation's error is what `connect` throws.
 *
 * @example
 * import { connectMutationOptions } from '@latchkey/core/query'
 * import { MutationObserver, QueryClient } from '@tanstack/react-query'
 * const mutation = new MutationObserver(new QueryClient(), connectMutationOptions(config))
 * const { accounts } = await mutation.mutate({ connector: 'io.metamask' })
 */
export function connectMutationOptions<config extends Config>(
  config: config,
): MutationOptions<ConnectReturnType, ConnectParameters<config>, ConnectErrorType> {
  return mutationOptions(config, 'connect', connect)
}
