import {
  type SignTypedDataErrorType,
  type SignTypedDataParameters,
  type SignTypedDataReturnType,
  signTypedData,
} from '../actions/signTypedData.js'
import type { Config } from '../createConfig.js'
import { type MutationOptions, mutationOptions } from './mutationOptions.js'

/**
 * Asking the connected wallet to sign structured data, as a mutation.
 *
 * @param config - The config.
 * @returns Options for `useMutation`; the mutation's error is what `signTypedData` throws.
 *
 * @example
 * import { signTypedDataMutationOptions } from '@latchkey/core/query'
 * import { MutationObserver, QueryClient } from '@tanstack/react-query'
 * const mutation = new MutationObserver(new QueryClient(), signTypedDataMutationOptions(config))
 * const types = { Mail: [{ name: 'text', type: 'string' }] }
 * const typedData = { domain: { name: 'Example' }, types, primaryType: 'Mail', message: { text: 'Hello' } }
 * const signature = await mutation.mutate({ typedData })
 */
export function signTypedDataMutationOptions(
  config: Config,
): MutationOptions<SignTypedDataReturnType, SignTypedDataParameters, SignTypedDataErrorType> {
  return mutationOptions<SignTypedDataReturnType, SignTypedDataParameters, SignTypedDataErrorType>(
    config,
    'signTypedData',
    signTypedData,
  )
}
