import {
  type SetNameAttributesErrorType,
  type SetNameAttributesParameters,
  type SetNameAttributesReturnType,
  setNameAttributes,
} from '../actions/setNameAttributes.js'
import type { Config } from '../createConfig.js'
import { type MutationOptions, mutationOptions } from './mutationOptions.js'

/**
 * Replacing what a name says, as a mutation.
 *
 * @param config - The config.
 * @returns Options for `useMutation`; the mutation's error is what `setNameAttributes` throws.
 *
 * @example
 * import { setNameAttributesMutationOptions } from '@latchkey/core/query'
 * import { MutationObserver, QueryClient } from '@tanstack/react-query'
 * const mutation = new MutationObserver(new QueryClient(), setNameAttributesMutationOptions(config))
 * await mutation.mutate({ attributes: { bio: 'Paints ships.' } })
 */
export function setNameAttributesMutationOptions(
  config: Config,
): MutationOptions<SetNameAttributesReturnType, SetNameAttributesParameters, SetNameAttributesErrorType> {
  return mutationOptions(config, 'setNameAttributes', setNameAttributes)
}
