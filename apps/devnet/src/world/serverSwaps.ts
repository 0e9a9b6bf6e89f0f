import { localTokens, swapAddresses, swapV3Addresses } from '../chains/evm/contractAddresses.js'
import type { LocalChain } from '../chains/evm/localChain.js'
import { swapRouterOf } from './swapRouterOf.js'

/** The pools of the local chains in the server's settings. */
export function serverSwaps(chains: readonly LocalChain[]): string {
  const { wrapped, factory } = swapAddresses
  const connectors = localTokens.filter(({ symbol }) => symbol === 'USDC').map(({ address }) => address)
  const v3 = { factory: swapV3Addresses.factory, quoter: swapV3Addresses.quoter }
  const settings = chains.map((chain) => {
    const router = swapRouterOf(chain)
    const kinds = router === swapV3Addresses.router ? { v2: { factory }, v3 } : { v2: { factory } }
    return [chain.caip2, { provider: 'pools', router, wrapped, connectors, ...kinds }] as const
  })
  return JSON.stringify(Object.fromEntries(settings))
}
