import type { ChainId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { Chain } from '../chain.js'
import type { Config } from '../createConfig.js'

/** A configured chain by its CAIP-2 id (default: the active one), or a clear error. */
export function requireChain(
  config: Config,
  chainId: ChainId | undefined = config.state.chainIds[config.state.active],
): Chain {
  const chain = config.chains.find(({ caipNetworkId }) => caipNetworkId === chainId)
  if (chain) return chain
  throw new LatchkeyError('CHAIN_NOT_FOUND', 'Network not found', {
    hints: [`Add ${chainId} to the chains of createConfig.`],
  })
}
