import {
  type SignMessageErrorType,
  type SignMessageParameters,
  type SignMessageReturnType,
  signMessage,
} from '../actions/signMessage.js'
import type { Config } from '../createConfig.js'
import { type MutationOptions, mutationOptions } from './mutationOptions.js'

/**
 * Asking the connected wallet to sign a message, as a mutation.
 *
 * @param config - The config.
 * @returns Options for `useMutation`; the mutation's error is what `signMessage` throws.
 *
 * @example
 * import { signMessageMutationOptions } from '@latchkey/core/query'
 * import { MutationObserver, QueryClient } from '@tanstack/react-query'
 * const mutation = new MutationObserver(new QueryClient(), signMessageMutationOptions(config))
 * const signature = await mutation.mutate({ message: 'Hello' })
 */
export function signMessageMutationOptions(
  config: Config,
): MutationOptions<SignMessageReturnType, SignMessageParameters, SignMessageErrorType> {
  return mutationOptions(config, 'signMessage', signMessage)
}
