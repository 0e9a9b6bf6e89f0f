import type { ConnectionStatus } from '../actions/getConnections.js'
import {
  type SwitchConnectionErrorType,
  type SwitchConnectionParameters,
  switchConnection,
} from '../actions/switchConnection.js'
import type { Config } from '../createConfig.js'
import { type MutationOptions, mutationOptions } from './mutationOptions.js'

/**
 * Letting another wallet speak for its chain families, as a mutation.
 *
 * @param config - The config.
 * @returns Options for `useMutation`; the mutation's error is what `switchConnection` throws.
 *
 * @example
 * import { switchConnectionMutationOptions } from '@latchkey/core/query'
 * import { MutationObserver, QueryClient } from '@tanstack/react-query'
 * const mutation = new MutationObserver(new QueryClient(), switchConnectionMutationOptions(config))
 * const before = await mutation.mutate({ connectorId: 'io.metamask' })
 */
export function switchConnectionMutationOptions<config extends Config>(
  config: config,
): MutationOptions<ConnectionStatus, SwitchConnectionParameters<config>, SwitchConnectionErrorType> {
  return mutationOptions(config, 'switchConnection', switchConnection)
}
