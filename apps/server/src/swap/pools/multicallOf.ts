import { evmNativeAddress } from '@latchkey/protocol/caip'
import { encodeFunctionData, parseAbi } from 'viem'
import type { Address, SwapOrder } from '../swapPort.js'
import { pathOf } from './pathOf.js'
import type { PoolRoute } from './searchTogether.js'

const abi = parseAbi([
  'function multicall(uint256, bytes[]) payable',
  'function wrapETH(uint256) payable',
  'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum)) payable',
  'function swapExactTokensForTokens(uint256, uint256, address[], address) payable',
  'function unwrapWETH9(uint256, address) payable',
])

/** What the router takes for itself as a receiver, and what it takes for all that it holds as an amount. */
const [itself, whatItHolds] = ['0x0000000000000000000000000000000000000002', 0n] as const

/**
 * Creates the call of a router with the calls of Uniswap's SwapRouter02, along pools of either kind. The coin is wrapped and unwrapped
 * in calls of their own, so that who checks the whole needs not know which token the wrapped coin is.
 *
 * @param order - What is swapped for whom.
 * @param route - The way.
 * @param limits - The least that comes out, and until when it can be mined, in seconds since 1970.
 * @returns The data of the call.
 */
export function multicallOf(
  { from, to, amount, user }: SwapOrder,
  { tokens, fees }: PoolRoute,
  { minimum, until }: { minimum: bigint; until: bigint },
): `0x${string}` {
  const recipient: Address = to === evmNativeAddress ? itself : user
  const amountIn = from === evmNativeAddress ? whatItHolds : amount
  const swap =
    fees === undefined
      ? encodeFunctionData({
          abi,
          functionName: 'swapExactTokensForTokens',
          args: [amountIn, minimum, tokens, recipient],
        })
      : encodeFunctionData({
          abi,
          functionName: 'exactInput',
          args: [{ path: pathOf(tokens, fees), recipient, amountIn, amountOutMinimum: minimum }],
        })
  const wrap = encodeFunctionData({ abi, functionName: 'wrapETH', args: [amount] })
  const unwrap = encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [minimum, user] })
  const calls = [...(from === evmNativeAddress ? [wrap] : []), swap, ...(to === evmNativeAddress ? [unwrap] : [])]
  return encodeFunctionData({ abi, functionName: 'multicall', args: [until, calls] })
}
