import type { LatchkeyError, SignTypedDataParameters, SignTypedDataReturnType } from '@latchkey/core'
import { signTypedDataMutationOptions } from '@latchkey/core/query'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { MutationParameter } from '../query/mutationParameter.js'
import { useConfig } from './useConfig.js'

/** What `useSignTypedData` takes. */
export type UseSignTypedDataParameters<context = unknown> = MutationParameter<
  SignTypedDataReturnType,
  SignTypedDataParameters,
  context
>

/**
 * Asks the connected wallet to sign structured data.
 *
 * @param parameters - A `config`, and TanStack's options as `mutation`: `onSuccess`, `onError`, `retry` and the like.
 * @returns A TanStack mutation; its error is what `signTypedData` throws.
 *
 * @example
 * import { useSignTypedData } from '@latchkey/react'
 * const { mutateAsync: signTypedData } = useSignTypedData()
 */
export function useSignTypedData<context = unknown>(
  parameters: UseSignTypedDataParameters<context> = {},
): UseMutationResult<SignTypedDataReturnType, LatchkeyError, SignTypedDataParameters, context> {
  const config = useConfig(parameters)
  return useMutation({ ...signTypedDataMutationOptions(config), ...parameters.mutation })
}
