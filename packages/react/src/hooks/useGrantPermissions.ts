import { type GrantPermissionsParameters, type GrantPermissionsReturnType, grantPermissions } from '@latchkey/core'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useConfig } from './useConfig.js'
import { smartSessionsKey } from './useSmartSessions.js'

/**
 * Asks the wallet to let the app act for the account within limits.
 *
 * @returns A TanStack mutation; its error is a `LatchkeyError` with a code.
 *
 * @example
 * import { useGrantPermissions } from '@latchkey/react'
 * const { mutateAsync: grantPermissions } = useGrantPermissions()
 */
export function useGrantPermissions(): UseMutationResult<
  GrantPermissionsReturnType,
  Error,
  GrantPermissionsParameters
> {
  const config = useConfig()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (parameters: GrantPermissionsParameters) => grantPermissions(config, parameters),
    onSuccess: () => client.invalidateQueries({ queryKey: smartSessionsKey }),
  })
}
