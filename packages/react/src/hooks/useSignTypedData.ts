import { type SignTypedDataParameters, signTypedData } from '@latchkey/core'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useConfig } from './useConfig.js'

/**
 * Asks the connected wallet to sign structured data.
 *
 * @returns A TanStack mutation; its error is a `LatchkeyError` with a code.
 *
 * @example
 * import { useSignTypedData } from '@latchkey/react'
 * const { mutateAsync: signTypedData } = useSignTypedData()
 */
export function useSignTypedData(): UseMutationResult<
  Awaited<ReturnType<typeof signTypedData>>,
  Error,
  SignTypedDataParameters
> {
  const config = useConfig()
  return useMutation({ mutationFn: (parameters: SignTypedDataParameters) => signTypedData(config, parameters) })
}
