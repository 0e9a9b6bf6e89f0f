import type {
  SetNameAttributesErrorType,
  SetNameAttributesParameters,
  SetNameAttributesReturnType,
} from '@latchkey/core'
import { setNameAttributesMutationOptions } from '@latchkey/core/query'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { MutationParameter } from '../query/mutationParameter.js'
import { useConfig } from './useConfig.js'

/** The parameters of `useSetNameAttributes`. */
export type UseSetNameAttributesParameters<context = unknown> = MutationParameter<
  SetNameAttributesReturnType,
  SetNameAttributesErrorType,
  SetNameAttributesParameters,
  context
>

/**
 * Replaces what a name of the connected account says: picture, text and web page.
 *
 * @param parameters - A `config`, and TanStack's options as `mutation`: `onSuccess`, `onError`, `retry` and the like.
 * @returns A TanStack mutation; its error is what `setNameAttributes` throws.
 *
 * @example
 * import { useSetNameAttributes } from '@latchkey/react'
 * const { mutateAsync: setNameAttributes } = useSetNameAttributes()
 */
export function useSetNameAttributes<context = unknown>(
  parameters: UseSetNameAttributesParameters<context> = {},
): UseMutationResult<SetNameAttributesReturnType, SetNameAttributesErrorType, SetNameAttributesParameters, context> {
  const config = useConfig(parameters)
  return useMutation({ ...setNameAttributesMutationOptions(config), ...parameters.mutation })
}
