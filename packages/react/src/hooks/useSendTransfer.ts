import { sendTransfer, type TransferParameters } from '@latchkey/core'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useConfig } from './useConfig.js'

type Parameters = TransferParameters & {
  readonly signal?: AbortSignal
  /** The fee that was shown, in base units of the native coin: what this page writes (Solana, Bitcoin) never costs more. */
  readonly maxFee?: bigint
}

/**
 * Asks the connected wallet to send the native coin or a token.
 *
 * @returns A TanStack mutation that gives the transaction hash; its error is a `LatchkeyError` with a code.
 *
 * @example
 * import { useSendTransfer } from '@latchkey/react'
 * const { mutateAsync: sendTransfer } = useSendTransfer()
 */
export function useSendTransfer(): UseMutationResult<string, Error, Parameters> {
  const config = useConfig()
  return useMutation({ mutationFn: (parameters: Parameters) => sendTransfer(config, parameters) })
}
