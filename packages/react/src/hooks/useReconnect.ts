import type { ReconnectErrorType } from '@latchkey/core'
import { reconnectMutationOptions } from '@latchkey/core/query'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { MutationParameter } from '../query/mutationParameter.js'
import { useConfig } from './useConfig.js'

/** The parameters of `useReconnect`. */
export type UseReconnectParameters<context = unknown> = MutationParameter<void, ReconnectErrorType, void, context>

/**
 * Restores the connections of the last visit; the provider does it by itself, unless `enableReconnect` is false.
 *
 * @param parameters - A `config`, and TanStack's options as `mutation`: `onSuccess`, `onError`, `retry` and the like.
 * @returns A TanStack mutation; its error is what `reconnect` throws.
 *
 * @example
 * import { useReconnect } from '@latchkey/react'
 * const { mutateAsync: reconnect } = useReconnect()
 */
export function useReconnect<context = unknown>(
  parameters: UseReconnectParameters<context> = {},
): UseMutationResult<void, ReconnectErrorType, void, context> {
  const config = useConfig(parameters)
  return useMutation({ ...reconnectMutationOptions(config), ...parameters.mutation })
}
