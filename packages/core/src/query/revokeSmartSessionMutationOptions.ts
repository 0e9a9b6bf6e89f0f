import {
  type RevokeSmartSessionErrorType,
  type RevokeSmartSessionParameters,
  type RevokeSmartSessionReturnType,
  revokeSmartSession,
} from '../actions/revokeSmartSession.js'
import type { Config } from '../createConfig.js'
import { type MutationOptions, mutationOptions } from './mutationOptions.js'

/**
 * Letting an app act no more, as a mutation.
 *
 * @param config - The config.
 * @returns Options for `useMutation`; the mutation's error is what `revokeSmartSession` throws.
 *
 * @example
 * import { revokeSmartSessionMutationOptions } from '@latchkey/core/query'
 * import { MutationObserver, QueryClient } from '@tanstack/react-query'
 * const mutation = new MutationObserver(new QueryClient(), revokeSmartSessionMutationOptions(config))
 * const { success } = await mutation.mutate({ pci: 'the session’s name' })
 */
export function revokeSmartSessionMutationOptions(
  config: Config,
): MutationOptions<RevokeSmartSessionReturnType, RevokeSmartSessionParameters, RevokeSmartSessionErrorType> {
  return mutationOptions(config, 'revokeSmartSession', revokeSmartSession)
}
