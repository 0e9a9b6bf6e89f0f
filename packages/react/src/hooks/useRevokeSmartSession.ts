import type {
  RevokeSmartSessionErrorType,
  RevokeSmartSessionParameters,
  RevokeSmartSessionReturnType,
} from '@latchkey/core'
import { getSmartSessionsQueryOptions, revokeSmartSessionMutationOptions } from '@latchkey/core/query'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { MutationParameter } from '../query/mutationParameter.js'
import { useConfig } from './useConfig.js'

/** The parameters of `useRevokeSmartSession`. */
export type UseRevokeSmartSessionParameters<context = unknown> = MutationParameter<
  RevokeSmartSessionReturnType,
  RevokeSmartSessionErrorType,
  RevokeSmartSessionParameters,
  context
>

/**
 * Asks the wallet to sign that an app may act for the account no more; the list of `useSmartSessions` is read anew then.
 *
 * @param parameters - A `config`, and TanStack's options as `mutation`: `onSuccess`, `onError`, `retry` and the like.
 * @returns A TanStack mutation; its error is what `revokeSmartSession` throws.
 *
 * @example
 * import { useRevokeSmartSession } from '@latchkey/react'
 * const { mutateAsync: revokeSmartSession } = useRevokeSmartSession()
 */
export function useRevokeSmartSession<context = unknown>(
  parameters: UseRevokeSmartSessionParameters<context> = {},
): UseMutationResult<RevokeSmartSessionReturnType, RevokeSmartSessionErrorType, RevokeSmartSessionParameters, context> {
  const config = useConfig(parameters)
  const { mutation } = parameters
  const client = useQueryClient()
  return useMutation({
    ...revokeSmartSessionMutationOptions(config),
    ...mutation,
    async onSuccess(...told) {
      await client.invalidateQueries({ queryKey: getSmartSessionsQueryOptions(config).queryKey })
      return mutation?.onSuccess?.(...told)
    },
  })
}
