import type {
  Config,
  ResolvedRegister,
  SwitchChainErrorType,
  SwitchChainParameters,
  SwitchChainReturnType,
} from '@latchkey/core'
import { switchChainMutationOptions } from '@latchkey/core/query'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { MutationParameter } from '../query/mutationParameter.js'
import { useConfig } from './useConfig.js'

/** The parameters of `useSwitchChain`. */
export type UseSwitchChainParameters<
  config extends Config = ResolvedRegister['config'],
  context = unknown,
> = MutationParameter<
  SwitchChainReturnType<config>,
  SwitchChainErrorType,
  SwitchChainParameters<config>,
  context,
  config
>

/**
 * Switches the active chain, in the wallet too.
 *
 * @param parameters - A `config`, and TanStack's options as `mutation`: `onSuccess`, `onError`, `retry` and the like.
 * @returns A TanStack mutation; its error is what `switchChain` throws.
 *
 * @example
 * import { useSwitchChain } from '@latchkey/react'
 * const { mutateAsync: switchChain } = useSwitchChain()
 */
export function useSwitchChain<config extends Config = ResolvedRegister['config'], context = unknown>(
  parameters: UseSwitchChainParameters<config, context> = {},
): UseMutationResult<SwitchChainReturnType<config>, SwitchChainErrorType, SwitchChainParameters<config>, context> {
  const config = useConfig(parameters)
  return useMutation({ ...switchChainMutationOptions(config), ...parameters.mutation })
}
