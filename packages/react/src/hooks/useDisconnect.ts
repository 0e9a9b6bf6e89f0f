import type { Config, DisconnectErrorType, DisconnectParameters, ResolvedRegister } from '@latchkey/core'
import { disconnectMutationOptions, type Optional } from '@latchkey/core/query'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { MutationParameter } from '../query/mutationParameter.js'
import { useConfig } from './useConfig.js'

/** The parameters of `useDisconnect`. */
export type UseDisconnectParameters<
  config extends Config = ResolvedRegister['config'],
  context = unknown,
> = MutationParameter<void, DisconnectErrorType, Optional<DisconnectParameters<config>>, context, config>

/**
 * Ends one connection, or all.
 *
 * @param parameters - A `config`, and TanStack's options as `mutation`: `onSuccess`, `onError`, `retry` and the like.
 * @returns A TanStack mutation; its error is what `disconnect` throws.
 *
 * @example
 * import { useDisconnect } from '@latchkey/react'
 * export function Leave() {
 *   const { mutate: disconnect } = useDisconnect()
 *   return <button onClick={() => disconnect()}>Disconnect</button>
 * }
 */
export function useDisconnect<config extends Config = ResolvedRegister['config'], context = unknown>(
  parameters: UseDisconnectParameters<config, context> = {},
): UseMutationResult<void, DisconnectErrorType, Optional<DisconnectParameters<config>>, context> {
  const config = useConfig(parameters)
  return useMutation({ ...disconnectMutationOptions(config), ...parameters.mutation })
}
