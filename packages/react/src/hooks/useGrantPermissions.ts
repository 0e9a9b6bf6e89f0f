import type { GrantPermissionsErrorType, GrantPermissionsParameters, GrantPermissionsReturnType } from '@latchkey/core'
import { getSmartSessionsQueryOptions, grantPermissionsMutationOptions } from '@latchkey/core/query'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { MutationParameter } from '../query/mutationParameter.js'
import { useConfig } from './useConfig.js'

/** The parameters of `useGrantPermissions`. */
export type UseGrantPermissionsParameters<context = unknown> = MutationParameter<
  GrantPermissionsReturnType,
  GrantPermissionsErrorType,
  GrantPermissionsParameters,
  context
>

/**
 * Asks the wallet to let the app act for the account within limits; the list of `useSmartSessions` is read anew then.
 *
 * @param parameters - A `config`, and TanStack's options as `mutation`: `onSuccess`, `onError`, `retry` and the like.
 * @returns A TanStack mutation; its error is what `grantPermissions` throws.
 *
 * @example
 * import { useGrantPermissions } from '@latchkey/react'
 * const { mutateAsync: grantPermissions } = useGrantPermissions()
 */
export function useGrantPermissions<context = unknown>(
  parameters: UseGrantPermissionsParameters<context> = {},
): UseMutationResult<GrantPermissionsReturnType, GrantPermissionsErrorType, GrantPermissionsParameters, context> {
  const config = useConfig(parameters)
  const { mutation } = parameters
  const client = useQueryClient()
  return useMutation({
    ...grantPermissionsMutationOptions(config),
    ...mutation,
    async onSuccess(...told) {
      await client.invalidateQueries({ queryKey: getSmartSessionsQueryOptions(config).queryKey })
      return mutation?.onSuccess?.(...told)
    },
  })
}
