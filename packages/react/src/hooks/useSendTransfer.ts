import type { SendTransferErrorType, SendTransferParameters, SendTransferReturnType } from '@latchkey/core'
import { sendTransferMutationOptions } from '@latchkey/core/query'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { MutationParameter } from '../query/mutationParameter.js'
import { useConfig } from './useConfig.js'

/** What `useSendTransfer` takes. */
export type UseSendTransferParameters<context = unknown> = MutationParameter<
  SendTransferReturnType,
  SendTransferErrorType,
  SendTransferParameters,
  context
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
export function useSendTransfer<context = unknown>(
  parameters: UseSendTransferParameters<context> = {},
): UseMutationResult<SendTransferReturnType, SendTransferErrorType, SendTransferParameters, context> {
  const config = useConfig(parameters)
  return useMutation({ ...sendTransferMutationOptions(config), ...parameters.mutation })
}
