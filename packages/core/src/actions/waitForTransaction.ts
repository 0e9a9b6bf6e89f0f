import type { ChainId } from '@latchkey/protocol/caip'
import type { Config } from '../createConfig.js'
import type { TransactionOutcome } from '../namespace.js'
import { requireNetwork } from '../requireNetwork.js'
import { rpcUrlsOf } from '../rpcUrls.js'

/** What `waitForTransaction` takes. */
export type WaitForTransactionParameters = {
  readonly hash: string
  readonly chainId?: ChainId
  readonly signal?: AbortSignal
}

/**
 * Waits until a block holds a transaction.
 *
 * @param config - The config.
 * @param parameters - The hash, the CAIP-2 chain (default: the active network) and what ends the waiting.
 * @returns Whether it took effect, and in which block.
 * @throws NETWORK_NOT_FOUND; NO_RPC_URL; ABORTED.
 *
 * @example
 * import { sendTransaction, waitForTransaction } from '@latchkey/core'
 * const hash = await sendTransaction(config, { to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: 1n })
 * const { status } = await waitForTransaction(config, { hash })
 */
export async function waitForTransaction(
  config: Config,
  parameters: WaitForTransactionParameters,
): Promise<TransactionOutcome> {
  const network = requireNetwork(config, parameters.chainId)
  const rpcUrls = await rpcUrlsOf(config, network)
  const { hash, signal } = parameters
  return config
    .namespace(network.chainNamespace)
    .waitForTransaction({ network, rpcUrls }, { hash, ...(signal ? { signal } : {}) })
}
