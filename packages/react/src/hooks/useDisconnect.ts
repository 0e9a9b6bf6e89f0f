import { type DisconnectParameters, disconnect } from '@latchkey/core'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useConfig } from './useConfig.js'

/**
 * Ends one connection, or all.
 *
 * @returns A TanStack mutation; its error is a `LatchkeyError` with a code.
 *
 * @example
 * import { useDisconnect } from '@latchkey/react'
 * export function Leave() {
 *   const { mutate: disconnect } = useDisconnect()
 *   return <button onClick={() => disconnect(undefined)}>Disconnect</button>
 * }
 */
export function useDisconnect(): UseMutationResult<void, Error, DisconnectParameters | undefined> {
  const config = useConfig()
  return useMutation({ mutationFn: (parameters: DisconnectParameters | undefined) => disconnect(config, parameters) })
}
