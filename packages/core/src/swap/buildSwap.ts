import type { Config } from '../createConfig.js'
import { type CheckedCall, checkApproval, checkSwap, type SwapDemand } from './checkSwap.js'
import { askApproval, askSwap } from './swapCalls.js'

/**
 * Builds the approval that a swap needs on the server, and verifies it before the wallet opens.
 *
 * @param config - The config; it needs `api`.
 * @param demand - What is to be swapped. The approval is for exactly its amount.
 * @returns The transaction, for `sendTransaction`.
 * @throws SWAP_UNSUPPORTED 'Network not supported for Swaps'; SWAP_UNSAFE when the server's answer is anything else than the
 * approval of the amount for a router that the config or the package names; API_UNREACHABLE; API_REFUSED.
 *
 * @example
 * import { sendTransaction } from '@latchkey/core'
 * import { buildSwapApproval } from '@latchkey/core/swap'
 * const account = 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
 * const from = 'eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
 * const to = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
 * const demand = { account, from, to, amount: 100_000_000n, minimum: 10n ** 16n } as const
 * await sendTransaction(config, await buildSwapApproval(config, demand))
 */
export async function buildSwapApproval(config: Config, demand: SwapDemand): Promise<CheckedCall> {
  return checkApproval(config, await askApproval(config, demand), demand)
}

/**
 * Builds the transaction of a swap on the server, and verifies it before the wallet opens: router, receiver, amount and
 * minimum; the chain's node tries it out where it can.
 *
 * @param config - The config; it needs `api`.
 * @param demand - What is to be swapped, and the least that must come out.
 * @param options.slippage - In per cent. Default 1.
 * @returns The transaction, for `sendTransaction`.
 * @throws SWAP_UNSUPPORTED 'Network not supported for Swaps'; SWAP_UNAVAILABLE when there is no route; SWAP_UNSAFE when the answer
 * does not match the demand; EXECUTION_REVERTED when it would fail; API_UNREACHABLE; API_REFUSED.
 *
 * @example
 * import { sendTransaction } from '@latchkey/core'
 * import { buildSwap } from '@latchkey/core/swap'
 * const account = 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
 * const from = 'eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
 * const to = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
 * const demand = { account, from, to, amount: 100_000_000n, minimum: 10n ** 16n } as const
 * const hash = await sendTransaction(config, await buildSwap(config, demand, { slippage: 0.5 }))
 */
export async function buildSwap(
  config: Config,
  demand: SwapDemand,
  options: { readonly slippage?: number } = {},
): Promise<CheckedCall> {
  return checkSwap(config, await askSwap(config, { ...demand, ...options }), demand)
}
