import type {
  Config,
  ResolvedRegister,
  SendTransferErrorType,
  SendTransferParameters,
  SendTransferReturnType,
} from '@latchkey/core'
import { sendTransferMutationOptions } from '@latchkey/core/query'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { MutationParameter } from '../query/mutationParameter.js'
import { useConfig } from './useConfig.js'

/** The parameters of `useSendTransfer`. */
export type UseSendTransferParameters<
  config extends Config = ResolvedRegister['config'],
  context = unknown,
> = MutationParameter<
  SendTransferReturnType<config>,
  SendTransferErrorType,
  SendTransferParameters<config>,
  context,
  config
>

/**
 * Asks the connected wallet to send the native coin or a token.
 *
 * @param parameters - A `config`, and TanStack's options as `mutation`: `onSuccess`, `onError`, `retry` and the like.
 * @returns A TanStack mutation; its error is what `sendTransfer` throws.
 *
 * @example
 * import { useSendTransfer } from '@latchkey/react'
 * const { mutateAsync: sendTransfer } = useSendTransfer()
 */
export function useSendTransfer<config extends Config = ResolvedRegister['config'], context = unknown>(
  parameters: UseSendTransferParameters<config, context> = {},
): UseMutationResult<SendTransferReturnType<config>, SendTransferErrorType, SendTransferParameters<config>, context> {
  const config = useConfig(parameters)
  return useMutation({ ...sendTransferMutationOptions(config), ...parameters.mutation })
}
