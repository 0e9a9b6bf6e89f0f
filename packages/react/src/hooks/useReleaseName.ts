import type { ReleaseNameErrorType, ReleaseNameParameters, ReleaseNameReturnType } from '@latchkey/core'
import {
  getIdentityQueryOptions,
  getNamesQueryOptions,
  type Optional,
  releaseNameMutationOptions,
} from '@latchkey/core/query'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { MutationParameter } from '../query/mutationParameter.js'
import { useConfig } from './useConfig.js'

/** The parameters of `useReleaseName`. */
export type UseReleaseNameParameters<context = unknown> = MutationParameter<
  ReleaseNameReturnType,
  ReleaseNameErrorType,
  Optional<ReleaseNameParameters>,
  context
>

/**
 * Releases a name of the connected account at the operator's own name service; what `useNames` and `useIdentity` know is read anew then.
 *
 * @param parameters - A `config`, and TanStack's options as `mutation`: `onSuccess`, `onError`, `retry` and the like.
 * @returns A TanStack mutation; its error is what `releaseName` throws.
 *
 * @example
 * import { useReleaseName } from '@latchkey/react'
 * const { mutateAsync: releaseName } = useReleaseName()
 */
export function useReleaseName<context = unknown>(
  parameters: UseReleaseNameParameters<context> = {},
): UseMutationResult<ReleaseNameReturnType, ReleaseNameErrorType, Optional<ReleaseNameParameters>, context> {
  const config = useConfig(parameters)
  const { mutation } = parameters
  const client = useQueryClient()
  return useMutation({
    ...releaseNameMutationOptions(config),
    ...mutation,
    async onSuccess(...told) {
      void client.invalidateQueries({ queryKey: getNamesQueryOptions(config).queryKey })
      // The name is gone, also where the identity cannot be read anew.
      void client.resetQueries({ queryKey: getIdentityQueryOptions(config).queryKey })
      return mutation?.onSuccess?.(...told)
    },
  })
}
