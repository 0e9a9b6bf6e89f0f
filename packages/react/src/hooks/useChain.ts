import {
  type Chain,
  type Config,
  type ConfiguredChainId,
  type GetChainReturnType,
  getChain,
  type Namespace,
  type ResolvedRegister,
  type State,
} from '@latchkey/core'
import { type StateParameters, useConfigRead } from './useSnapshot.js'

/** The parameters of `useChain`. */
export type UseChainParameters<config extends Config = ResolvedRegister['config']> = StateParameters<config>

/** The return type of `useChain`. */
export type UseChainReturnType<config extends Config = ResolvedRegister['config']> = GetChainReturnType<config> & {
  /** The chains of all families. */
  readonly chains: readonly Chain<ConfiguredChainId<config>>[]
}

/**
 * The active chain of a family and the chains that the app offers, kept up to date.
 *
 * @param parameters.namespace - The family. Default: the active one.
 * @param parameters.config - The config to read. Default: the provider's.
 * @returns See `getChain` of core; `chains` are those of all families.
 *
 * @example
 * import { useChain } from '@latchkey/react'
 * const { caipNetwork, chains } = useChain()
 */
export function useChain<config extends Config = ResolvedRegister['config']>(
  parameters: UseChainParameters<config> = {},
): UseChainReturnType<config> {
  return useConfigRead(read, parameters) as UseChainReturnType<config>
}

function read(config: Config, parameters: { namespace?: Namespace | undefined }, state: State) {
  return { ...getChain(config, parameters, state), chains: config.chains }
}
