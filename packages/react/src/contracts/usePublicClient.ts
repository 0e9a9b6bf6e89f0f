import type { Config, ResolvedRegister } from '@latchkey/core'
import { type GetPublicClientReturnType, getPublicClient } from '@latchkey/core/contracts'
import { type UseClientParameters, useListedChain } from './useClient.js'

/**
 * The viem client of an EVM chain with all of viem's public actions; the same one each time. `useClient` weighs less.
 *
 * @param parameters - `chainId` as a number (default: the active EVM chain), and a `config`.
 * @returns The client; undefined while the chain is one that the app does not list.
 *
 * @example
 * import { usePublicClient } from '@latchkey/react/contracts'
 * const client = usePublicClient()
 * const read = () => client?.getBlock()
 */
export function usePublicClient<config extends Config = ResolvedRegister['config']>(
  parameters: UseClientParameters<config> = {},
): GetPublicClientReturnType | undefined {
  const { config, chainId } = useListedChain(parameters)
  return chainId === undefined ? undefined : getPublicClient(config, { chainId })
}
