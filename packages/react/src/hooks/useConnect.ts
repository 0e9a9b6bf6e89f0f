import type { Config, ConnectErrorType, ConnectParameters, ConnectReturnType, ResolvedRegister } from '@latchkey/core'
import { connectMutationOptions } from '@latchkey/core/query'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { MutationParameter } from '../query/mutationParameter.js'
import { useConfig } from './useConfig.js'

/** The parameters of `useConnect`. */
export type UseConnectParameters<
  config extends Config = ResolvedRegister['config'],
  context = unknown,
> = MutationParameter<ConnectReturnType, ConnectErrorType, ConnectParameters<config>, context, config>

/**
 * Asks a wallet to connect.
 *
 * @param parameters - A `config`, and TanStack's options as `mutation`: `onSuccess`, `onError`, `retry` and the like.
 * @returns A TanStack mutation; its error is what `connect` throws.
 *
 * @example
 * import { useConnect } from '@latchkey/react'
 * const { mutate: connect, error } = useConnect({ mutation: { onSuccess: ({ accounts }) => console.log(accounts) } })
 * const wasRefused = error?.code === 'CONNECTION_REJECTED'
 */
export function useConnect<config extends Config = ResolvedRegister['config'], context = unknown>(
  parameters: UseConnectParameters<config, context> = {},
): UseMutationResult<ConnectReturnType, ConnectErrorType, ConnectParameters<config>, context> {
  const config = useConfig(parameters)
  return useMutation({ ...connectMutationOptions(config), ...parameters.mutation })
}
