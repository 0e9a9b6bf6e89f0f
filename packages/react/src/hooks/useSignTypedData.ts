import type { SignTypedDataErrorType, SignTypedDataParameters, SignTypedDataReturnType } from '@latchkey/core'
import { signTypedDataMutationOptions } from '@latchkey/core/query'
import { type MutateOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { TypedData } from 'viem'
import type { MutationParameter } from '../query/mutationParameter.js'
import { useConfig } from './useConfig.js'

/** The parameters of `useSignTypedData`. */
export type UseSignTypedDataParameters<context = unknown> = MutationParameter<
  SignTypedDataReturnType,
  SignTypedDataErrorType,
  SignTypedDataParameters,
  context
>

/** The return type of `useSignTypedData`: a TanStack mutation whose `mutate` and `mutateAsync` are typed by the types of each call. */
export type UseSignTypedDataReturnType<context = unknown> = TypedByTypes<
  UseMutationResult<SignTypedDataReturnType, SignTypedDataErrorType, SignTypedDataParameters, context>,
  context
>

type TypedByTypes<result, context> = result extends unknown
  ? Omit<result, 'mutate' | 'mutateAsync'> & {
      readonly mutate: Sign<void, context>
      readonly mutateAsync: Sign<Promise<SignTypedDataReturnType>, context>
    }
  : never

type Sign<returned, context> = <
  const typedData extends TypedData | Record<string, unknown>,
  primaryType extends keyof typedData | 'EIP712Domain',
>(
  variables: SignTypedDataParameters<typedData, primaryType>,
  options?: MutateOptions<SignTypedDataReturnType, SignTypedDataErrorType, SignTypedDataParameters, context>,
) => returned

/**
 * Asks the connected wallet to sign structured data.
 *
 * @param parameters - A `config`, and TanStack's options as `mutation`: `onSuccess`, `onError`, `retry` and the like.
 * @returns A TanStack mutation; the message is typed by `types` and `primaryType`, and its error is what `signTypedData` throws.
 *
 * @example
 * import { useSignTypedData } from '@latchkey/react'
 * const { mutate: signTypedData, data: signature } = useSignTypedData()
 * const vote = () => {
 *   const types = { Vote: [{ name: 'proposal', type: 'uint256' }] } as const
 *   signTypedData({ typedData: { domain: { name: 'Example' }, types, primaryType: 'Vote', message: { proposal: 1n } } })
 * }
 */
export function useSignTypedData<context = unknown>(
  parameters: UseSignTypedDataParameters<context> = {},
): UseSignTypedDataReturnType<context> {
  const config = useConfig(parameters)
  const mutation = useMutation({ ...signTypedDataMutationOptions(config), ...parameters.mutation })
  return mutation as unknown as UseSignTypedDataReturnType<context>
}
