import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'

const abi = parseAbi([
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 minimum, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amount, uint256 minimum, address[] path, address to, uint256 deadline)',
])

/** Calls of a router of the Uniswap v2 kind, with whatever a test wants in them. */
export const swapCalls = {
  /** Buys a token for the coin that the transaction carries. */
  buy: (...args: readonly [minimum: bigint, path: readonly Address[], to: Address, deadline: bigint]): Hex =>
    encodeFunctionData({ abi, functionName: 'swapExactETHForTokensSupportingFeeOnTransferTokens', args }),
  /** Sells a token for the coin. */
  sell: (
    ...args: readonly [amount: bigint, minimum: bigint, path: readonly Address[], to: Address, deadline: bigint]
  ): Hex => encodeFunctionData({ abi, functionName: 'swapExactTokensForETHSupportingFeeOnTransferTokens', args }),
}
