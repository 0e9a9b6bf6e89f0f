import type { ChainId } from '@latchkey/protocol/caip'
import { decodeFunctionResult, encodeFunctionData, parseAbi, zeroAddress } from 'viem'
import { nodesBesideApi } from '../chains/nodesBesideApi.js'
import type { Config } from '../createConfig.js'
import { unsafe } from './swapCalls.js'

const abi = parseAbi([
  'function ownerOf(uint256 feature) view returns (address)',
  'function prev(uint128 feature) view returns (address)',
])
const registry = '0x00000000000004533fe15556b1e086bb1a72ceae'
/** The feature of swaps that the account sends itself. */
const feature = 2n

/**
 * Reads which contracts settle swaps of 0x, from its registry on the chain: the newest, and the one before, which answers name for
 * a while yet. Reads from the nodes of the config, never from the data API, whose responses this verifies.
 *
 * @returns Addresses in lower case.
 * @throws SWAP_UNSAFE where there is no such node, none answers, or swaps are halted.
 */
export async function readSettlers(config: Config, chainId: ChainId): Promise<readonly string[]> {
  const nodes = nodesBesideApi(config, chainId)
  if (nodes.length === 0) throw unsafe('No node besides the data API can tell which contracts settle for 0x.')
  let fault: unknown
  for (const ask of nodes) {
    const read = async (functionName: 'ownerOf' | 'prev') => {
      const data = encodeFunctionData({ abi, functionName, args: [feature] })
      return decodeFunctionResult({ abi, functionName, data: await ask({ to: registry, data }) }).toLowerCase()
    }
    try {
      const found = await Promise.all([read('ownerOf'), read('prev').catch(() => zeroAddress)])
      return found.filter((address) => address !== zeroAddress)
    } catch (cause) {
      fault = cause
    }
  }
  throw unsafe('The contracts that settle for 0x could not be read.', fault)
}
