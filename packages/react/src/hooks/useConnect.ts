import { type ConnectParameters, connect } from '@latchkey/core'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useConfig } from './useConfig.js'

/**
 * Asks a wallet to connect.
 *
 * @returns A TanStack mutation; its error is a `LatchkeyError` with a code.
 *
 * @example
 * import { useConnect } from '@latchkey/react'
 * const { mutateAsync: connect } = useConnect()
 */
export function useConnect(): UseMutationResult<Awaited<ReturnType<typeof connect>>, Error, ConnectParameters> {
  const config = useConfig()
  return useMutation({ mutationFn: (parameters: ConnectParameters) => connect(config, parameters) })
}
