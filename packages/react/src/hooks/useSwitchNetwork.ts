import { type SwitchNetworkParameters, switchNetwork } from '@latchkey/core'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useConfig } from './useConfig.js'

/**
 * Makes another network the active one, in the wallet too.
 *
 * @returns A TanStack mutation; its error is a `LatchkeyError` with a code.
 *
 * @example
 * import { useSwitchNetwork } from '@latchkey/react'
 * const { mutateAsync: switchNetwork } = useSwitchNetwork()
 */
export function useSwitchNetwork(): UseMutationResult<
  Awaited<ReturnType<typeof switchNetwork>>,
  Error,
  SwitchNetworkParameters
> {
  const config = useConfig()
  return useMutation({ mutationFn: (parameters: SwitchNetworkParameters) => switchNetwork(config, parameters) })
}
