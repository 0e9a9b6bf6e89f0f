import { type Address, encodeFunctionData } from 'viem'
import { artifacts } from '../../contracts/artifacts.js'
import { nodeCall } from './nodeCall.js'
import { sendFromOperator } from './sendFromOperator.js'

/** The addresses of 0x's contracts on public chains, and of the local settler. @see https://github.com/0xProject/0x-settler */
export const settlementAddresses = {
  holder: '0x0000000000001fF3684f28c67538d4D072C22734',
  registry: '0x00000000000004533Fe15556B1E086BB1A72cEae',
  settler: '0x7C39a136EA20B3483e402EA031c1f3C019bAb24b',
} as const satisfies { readonly [name: string]: Address }

/** The feature of swaps that the account sends itself. */
const feature = 2n

/**
 * Puts contracts with the calls of 0x's version 2 on a local chain: the one that is approved, the one that settles, and the
 * registry that names it.
 *
 * @param url - The node of the chain.
 */
export async function placeSettlement(url: string): Promise<void> {
  const { SwapHolder, SwapRegistry, SwapSettler } = artifacts
  const { holder, registry, settler } = settlementAddresses
  await nodeCall(url, 'anvil_setCode', [holder, SwapHolder.deployedBytecode])
  await nodeCall(url, 'anvil_setCode', [registry, SwapRegistry.deployedBytecode])
  await nodeCall(url, 'anvil_setCode', [settler, SwapSettler.deployedBytecode])
  const args = [feature, settler]
  await sendFromOperator(url, {
    to: registry,
    data: encodeFunctionData({ abi: SwapRegistry.abi, functionName: 'publish', args }),
  })
}
