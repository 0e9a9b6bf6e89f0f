import type { Config, ResolvedRegister } from '@latchkey/core'
import { type EvmChainParameter, type GetClientReturnType, getClient } from '@latchkey/core/contracts'
import { useConfig } from '../hooks/useConfig.js'
import { useConfigChains } from '../hooks/useSnapshot.js'
import { useEvm } from './useEvm.js'

/** What `useClient` and `usePublicClient` take. */
export type UseClientParameters<config extends Config = ResolvedRegister['config']> = EvmChainParameter<config> & {
  /** The config to read with. Default: the provider's. */
  readonly config?: config | undefined
}

/**
 * The viem client of an EVM chain, for the actions of `viem/actions`; the same one each time.
 *
 * @param parameters - `chainId` as a number (default: the active EVM chain), and a `config`.
 * @returns The client; undefined while the chain is one that the app does not list.
 *
 * @example
 * import { useClient } from '@latchkey/react/contracts'
 * const client = useClient({ chainId: 1 })
 */
export function useClient<config extends Config = ResolvedRegister['config']>(
  parameters: UseClientParameters<config> = {},
): GetClientReturnType | undefined {
  const { config, chainId } = useListedChain(parameters)
  return chainId === undefined ? undefined : getClient(config, { chainId })
}

/** The config and the number of a listed EVM chain; no number while the chain is not listed. */
export function useListedChain(parameters: UseClientParameters<Config>): {
  config: Config
  chainId: number | undefined
} {
  const config = useConfig(parameters)
  const active = useEvm({ config })
  const chainId = parameters.chainId ?? active.chainId
  const isListed = useConfigChains(config).some(({ caipNetworkId }) => caipNetworkId === `eip155:${chainId}`)
  return { config, chainId: isListed ? chainId : undefined }
}
