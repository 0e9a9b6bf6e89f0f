import type { SignOutErrorType } from '@latchkey/core'
import { signOutMutationOptions } from '@latchkey/core/query'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { MutationParameter } from '../query/mutationParameter.js'
import { useConfig } from './useConfig.js'

/** The parameters of `useSignOut`. */
export type UseSignOutParameters<context = unknown> = MutationParameter<void, SignOutErrorType, void, context>

/**
 * Ends all sign-ins; wallets stay connected.
 *
 * @param parameters - A `config`, and TanStack's options as `mutation`: `onSuccess`, `onError`, `retry` and the like.
 * @returns A TanStack mutation; its error is what `signOut` throws.
 *
 * @example
 * import { useSignOut } from '@latchkey/react'
 * const { mutateAsync: signOut } = useSignOut()
 */
export function useSignOut<context = unknown>(
  parameters: UseSignOutParameters<context> = {},
): UseMutationResult<void, SignOutErrorType, void, context> {
  const config = useConfig(parameters)
  return useMutation({ ...signOutMutationOptions(config), ...parameters.mutation })
}
