import { type SignMessageParameters, signMessage } from '@latchkey/core'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useConfig } from './useConfig.js'

/**
 * Asks the connected wallet to sign a message.
 *
 * @returns A TanStack mutation; its error is a `LatchkeyError` with a code.
 *
 * @example
 * import { useSignMessage } from '@latchkey/react'
 * const { mutateAsync: signMessage } = useSignMessage()
 */
export function useSignMessage(): UseMutationResult<
  Awaited<ReturnType<typeof signMessage>>,
  Error,
  SignMessageParameters
> {
  const config = useConfig()
  return useMutation({ mutationFn: (parameters: SignMessageParameters) => signMessage(config, parameters) })
}
