import {
  type ReleaseNameErrorType,
  type ReleaseNameParameters,
  type ReleaseNameReturnType,
  releaseName,
} from '../actions/releaseName.js'
import type { Config } from '../createConfig.js'
import { type MutationOptions, mutationOptions, type Optional } from './mutationOptions.js'

/**
 * Releasing a name, as a mutation.
 *
 * @param config - The config.
 * @returns Options for `useMutation`; the mutation's error is what `releaseName` throws.
 *
 * @example
 * import { releaseNameMutationOptions } from '@latchkey/core/query'
 * import { MutationObserver, QueryClient } from '@tanstack/react-query'
 * const mutation = new MutationObserver(new QueryClient(), releaseNameMutationOptions(config))
 * const { name } = await mutation.mutate()
 */
export function releaseNameMutationOptions(
  config: Config,
): MutationOptions<ReleaseNameReturnType, Optional<ReleaseNameParameters>, ReleaseNameErrorType> {
  return mutationOptions(config, 'releaseName', (own, variables) => releaseName(own, variables ?? {}))
}
