import type { SignMessageErrorType, SignMessageParameters, SignMessageReturnType } from '@latchkey/core'
import { signMessageMutationOptions } from '@latchkey/core/query'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { MutationParameter } from '../query/mutationParameter.js'
import { useConfig } from './useConfig.js'

/** The parameters of `useSignMessage`. */
export type UseSignMessageParameters<context = unknown> = MutationParameter<
  SignMessageReturnType,
  SignMessageErrorType,
  SignMessageParameters,
  context
>

/**
 * Asks the connected wallet to sign a message.
 *
 * @param parameters - A `config`, and TanStack's options as `mutation`: `onSuccess`, `onError`, `retry` and the like.
 * @returns A TanStack mutation; its error is what `signMessage` throws.
 *
 * @example
 * import { useSignMessage } from '@latchkey/react'
 * const { mutateAsync: signMessage } = useSignMessage()
 */
export function useSignMessage<context = unknown>(
  parameters: UseSignMessageParameters<context> = {},
): UseMutationResult<SignMessageReturnType, SignMessageErrorType, SignMessageParameters, context> {
  const config = useConfig(parameters)
  return useMutation({ ...signMessageMutationOptions(config), ...parameters.mutation })
}
