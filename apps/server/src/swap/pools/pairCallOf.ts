import { evmNativeAddress } from '@latchkey/protocol/caip'
import { encodeFunctionData, parseAbi } from 'viem'
import type { SwapOrder } from '../swapPort.js'
import type { PoolRoute } from './searchTogether.js'

const abi = parseAbi([
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256, uint256, address[], address, uint256)',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256, address[], address, uint256) payable',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256, uint256, address[], address, uint256)',
])

/**
 * Creates the call of a router of the Uniswap v2 kind. It measures what arrives: a token that keeps a part of each transfer cannot
 * undercut the minimum.
 *
 * @param order - What is swapped for whom.
 * @param route - The way.
 * @param limits - The least that comes out, and until when it can be mined, in seconds since 1970.
 * @returns The data of the call.
 */
export function pairCallOf(
  { from, to, amount, user }: SwapOrder,
  { tokens }: PoolRoute,
  { minimum, until }: { minimum: bigint; until: bigint },
): `0x${string}` {
  if (from === evmNativeAddress) {
    const functionName = 'swapExactETHForTokensSupportingFeeOnTransferTokens'
    return encodeFunctionData({ abi, functionName, args: [minimum, tokens, user, until] })
  }
  const functionName =
    to === evmNativeAddress
      ? 'swapExactTokensForETHSupportingFeeOnTransferTokens'
      : 'swapExactTokensForTokensSupportingFeeOnTransferTokens'
  return encodeFunctionData({ abi, functionName, args: [amount, minimum, tokens, user, until] })
}
