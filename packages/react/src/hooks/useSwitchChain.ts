import { type SwitchChainParameters, switchChain } from '@latchkey/core'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useConfig } from './useConfig.js'

/**
 * Makes another chain the active one, in the wallet too.
 *
 * @returns A TanStack mutation; its error is a `LatchkeyError` with a code.
 *
 * @example
 * import { useSwitchChain } from '@latchkey/react'
 * const { mutateAsync: switchChain } = useSwitchChain()
 */
export function useSwitchChain(): UseMutationResult<
  Awaited<ReturnType<typeof switchChain>>,
  Error,
  SwitchChainParameters
> {
  const config = useConfig()
  return useMutation({ mutationFn: (parameters: SwitchChainParameters) => switchChain(config, parameters) })
}
