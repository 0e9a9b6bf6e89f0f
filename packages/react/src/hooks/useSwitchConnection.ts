import type {
  Config,
  ConnectionStatus,
  ResolvedRegister,
  SwitchConnectionErrorType,
  SwitchConnectionParameters,
} from '@latchkey/core'
import { switchConnectionMutationOptions } from '@latchkey/core/query'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { MutationParameter } from '../query/mutationParameter.js'
import { useConfig } from './useConfig.js'

/** The parameters of `useSwitchConnection`. */
export type UseSwitchConnectionParameters<
  config extends Config = ResolvedRegister['config'],
  context = unknown,
> = MutationParameter<ConnectionStatus, SwitchConnectionErrorType, SwitchConnectionParameters<config>, context, config>

/**
 * Lets another wallet speak for its chain families; one that is not live is asked to connect first.
 *
 * @param parameters - A `config`, and TanStack's options as `mutation`: `onSuccess`, `onError`, `retry` and the like.
 * @returns A TanStack mutation; its error is what `switchConnection` throws.
 *
 * @example
 * import { useSwitchConnection } from '@latchkey/react'
 * const { mutateAsync: switchConnection } = useSwitchConnection()
 */
export function useSwitchConnection<config extends Config = ResolvedRegister['config'], context = unknown>(
  parameters: UseSwitchConnectionParameters<config, context> = {},
): UseMutationResult<ConnectionStatus, SwitchConnectionErrorType, SwitchConnectionParameters<config>, context> {
  const config = useConfig(parameters)
  return useMutation({ ...switchConnectionMutationOptions(config), ...parameters.mutation })
}
