import { sendTransfer, type TransferParameters } from '@latchkey/core'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useConfig } from './useConfig.js'

/**
 * Asks the connected wallet to send the native coin or a token.
 *
 * @returns A TanStack mutation that gives the transaction hash; its error is a `LatchkeyError` with a code.
 *
 * @example
 * import { useSendTransfer } from '@latchkey/react'
 * const { mutateAsync: sendTransfer } = useSendTransfer()
 */
export function useSendTransfer(): UseMutationResult<
  string,
  Error,
  TransferParameters & { readonly signal?: AbortSignal }
> {
  const config = useConfig()
  return useMutation({
    mutationFn: (parameters: TransferParameters & { readonly signal?: AbortSignal }) =>
      sendTransfer(config, parameters),
  })
}
