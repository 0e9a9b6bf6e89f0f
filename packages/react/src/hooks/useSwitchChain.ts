import type { Chain, SwitchChainErrorType, SwitchChainParameters } from '@latchkey/core'
import { switchChainMutationOptions } from '@latchkey/core/query'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { MutationParameter } from '../query/mutationParameter.js'
import { useConfig } from './useConfig.js'

/** What `useSwitchChain` takes. */
export type UseSwitchChainParameters<context = unknown> = MutationParameter<
  Chain,
  SwitchChainErrorType,
  SwitchChainParameters,
  context
>

/**
 * Makes another chain the active one, in the wallet too.
 *
 * @param parameters - A `config`, and TanStack's options as `mutation`: `onSuccess`, `onError`, `retry` and the like.
 * @returns A TanStack mutation; its error is what `switchChain` throws.
 *
 * @example
 * import { useSwitchChain } from '@latchkey/react'
 * const { mutateAsync: switchChain } = useSwitchChain()
 */
export function useSwitchChain<context = unknown>(
  parameters: UseSwitchChainParameters<context> = {},
): UseMutationResult<Chain, SwitchChainErrorType, SwitchChainParameters, context> {
  const config = useConfig(parameters)
  return useMutation({ ...switchChainMutationOptions(config), ...parameters.mutation })
}
