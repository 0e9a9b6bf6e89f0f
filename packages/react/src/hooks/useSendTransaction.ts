import type {
  Config,
  ConfiguredNamespace,
  ResolvedRegister,
  SendTransactionErrorType,
  SendTransactionReturnType,
  SendTransactionVariables,
} from '@latchkey/core'
import { sendTransactionMutationOptions } from '@latchkey/core/query'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { MutationParameter } from '../query/mutationParameter.js'
import { useConfig } from './useConfig.js'

/** The parameters of `useSendTransaction`. */
export type UseSendTransactionParameters<
  config extends Config = ResolvedRegister['config'],
  context = unknown,
> = MutationParameter<
  SendTransactionReturnType<ConfiguredNamespace<config>>,
  SendTransactionErrorType,
  SendTransactionVariables<config>,
  context,
  config
>

/**
 * Asks the connected wallet to send a transaction.
 *
 * @param parameters - A `config`, and TanStack's options as `mutation`: `onSuccess`, `onError`, `retry` and the like.
 * @returns A TanStack mutation; its error is what `sendTransaction` throws.
 *
 * @example
 * import { useSendTransaction } from '@latchkey/react'
 * const { mutate: sendTransaction, data: hash, error } = useSendTransaction()
 * const wasRefused = error?.code === 'USER_REJECTED'
 */
export function useSendTransaction<config extends Config = ResolvedRegister['config'], context = unknown>(
  parameters: UseSendTransactionParameters<config, context> = {},
): UseMutationResult<
  SendTransactionReturnType<ConfiguredNamespace<config>>,
  SendTransactionErrorType,
  SendTransactionVariables<config>,
  context
> {
  const config = useConfig(parameters)
  return useMutation({ ...sendTransactionMutationOptions(config), ...parameters.mutation })
}
