import { swapAddresses, swapV3Addresses } from '../chains/evm/contractAddresses.js'
import type { LocalChain } from '../chains/evm/localChain.js'

/** The contract that swaps on a local chain: on the first along pools of the v2 kind, on the second along both kinds. */
export function swapRouterOf({ chainId }: Pick<LocalChain, 'chainId'>): `0x${string}` {
  return chainId === 31338 ? swapV3Addresses.router : swapAddresses.router
}
