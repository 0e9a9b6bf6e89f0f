import { localTokens, swapAddresses } from '../chains/contractAddresses.js'
import type { LocalChain } from '../chains/localChain.js'

/** The pools of the local chains as the server is told of them. */
export function serverSwaps(chains: readonly LocalChain[]): string {
  const { router, wrapped, factory } = swapAddresses
  const connectors = localTokens.filter(({ symbol }) => symbol === 'USDC').map(({ address }) => address)
  const setting = { provider: 'pools', router, wrapped, connectors, v2: { factory } }
  return JSON.stringify(Object.fromEntries(chains.map(({ caip2 }) => [caip2, setting])))
}
