import { type SendTransactionParameters, sendTransaction } from '@latchkey/core'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useConfig } from './useConfig.js'

/**
 * Asks the connected wallet to send a transaction.
 *
 * @returns A TanStack mutation; its error is a `LatchkeyError` with a code.
 *
 * @example
 * import { useSendTransaction } from '@latchkey/react'
 * const { mutateAsync: sendTransaction } = useSendTransaction()
 */
export function useSendTransaction(): UseMutationResult<
  Awaited<ReturnType<typeof sendTransaction>>,
  Error,
  SendTransactionParameters
> {
  const config = useConfig()
  return useMutation({ mutationFn: (parameters: SendTransactionParameters) => sendTransaction(config, parameters) })
}
