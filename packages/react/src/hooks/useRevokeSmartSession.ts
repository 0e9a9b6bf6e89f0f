import {
  type RevokeSmartSessionParameters,
  type RevokeSmartSessionReturnType,
  revokeSmartSession,
} from '@latchkey/core'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useConfig } from './useConfig.js'
import { smartSessionsKey } from './useSmartSessions.js'

/**
 * Asks the wallet to sign that an app may act for the account no more.
 *
 * @returns A TanStack mutation; its error is a `LatchkeyError` with a code.
 *
 * @example
 * import { useRevokeSmartSession } from '@latchkey/react'
 * const { mutateAsync: revokeSmartSession } = useRevokeSmartSession()
 */
export function useRevokeSmartSession(): UseMutationResult<
  RevokeSmartSessionReturnType,
  Error,
  RevokeSmartSessionParameters
> {
  const config = useConfig()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (parameters: RevokeSmartSessionParameters) => revokeSmartSession(config, parameters),
    onSuccess: () => client.invalidateQueries({ queryKey: smartSessionsKey }),
  })
}
