import type { LatchkeyError } from '@latchkey/protocol/errors'
import { type Chain, type ChainInput, toChain } from '../chain.js'
import type { Config } from '../createConfig.js'

/** The parameters of `addChain`. */
export type AddChainParameters = {
  /** One of ours or a viem chain. */
  readonly chain: ChainInput
}

/** The return type of `addChain`: the chain as the config holds it. */
export type AddChainReturnType = Chain

/** The error type of `addChain`. */
export type AddChainErrorType = LatchkeyError<'INVALID_CONFIG'>

/**
 * Adds a chain to a config; one with the same CAIP-2 id is replaced.
 *
 * @param config - The config.
 * @param parameters.chain - One of ours or a viem chain.
 * @returns The chain as the config holds it.
 * @throws INVALID_CONFIG when it contradicts itself.
 *
 * @example
 * import { addChain } from '@latchkey/core'
 * import { optimism } from '@latchkey/core/chains'
 * addChain(config, { chain: optimism })
 */
export function addChain(config: Config, parameters: AddChainParameters): AddChainReturnType {
  const chain = toChain(parameters.chain)
  const others = config.chains.filter(({ caipNetworkId }) => caipNetworkId !== chain.caipNetworkId)
  config._internal.setChains([...others, chain])
  return chain
}
