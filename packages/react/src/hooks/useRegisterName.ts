import type { RegisterNameErrorType, RegisterNameParameters, RegisterNameReturnType } from '@latchkey/core'
import { getIdentityQueryOptions, getNamesQueryOptions, registerNameMutationOptions } from '@latchkey/core/query'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { MutationParameter } from '../query/mutationParameter.js'
import { useConfig } from './useConfig.js'

/** The parameters of `useRegisterName`. */
export type UseRegisterNameParameters<context = unknown> = MutationParameter<
  RegisterNameReturnType,
  RegisterNameErrorType,
  RegisterNameParameters,
  context
>

/**
 * Registers a name for the connected embedded wallet; what `useNames` and `useIdentity` know is read anew then.
 *
 * @param parameters - A `config`, and TanStack's options as `mutation`: `onSuccess`, `onError`, `retry` and the like.
 * @returns A TanStack mutation; its error is what `registerName` throws.
 *
 * @example
 * import { useRegisterName } from '@latchkey/react'
 * const { mutateAsync: registerName } = useRegisterName()
 */
export function useRegisterName<context = unknown>(
  parameters: UseRegisterNameParameters<context> = {},
): UseMutationResult<RegisterNameReturnType, RegisterNameErrorType, RegisterNameParameters, context> {
  const config = useConfig(parameters)
  const { mutation } = parameters
  const client = useQueryClient()
  return useMutation({
    ...registerNameMutationOptions(config),
    ...mutation,
    async onSuccess(...told) {
      // What is read anew may take its time; the name is there already.
      void client.invalidateQueries({ queryKey: getNamesQueryOptions(config).queryKey })
      void client.invalidateQueries({ queryKey: getIdentityQueryOptions(config).queryKey })
      return mutation?.onSuccess?.(...told)
    },
  })
}
