import type { LatchkeyError } from '@latchkey/protocol/errors'
import type { HashOf } from '../chain.js'
import { requireChain } from '../chains/requireChain.js'
import { rpcUrlsOf } from '../chains/rpcUrls.js'
import type { ConfiguredChainId, ConfiguredNamespace } from '../config/configured.js'
import type { NodeErrorCode } from '../config/errorTypes.js'
import type { Config } from '../createConfig.js'
import type { TransactionOutcome } from '../namespace.js'
import type { ResolvedRegister } from '../register.js'

/** The parameters of `waitForTransactionReceipt`. */
export type WaitForTransactionReceiptParameters<config extends Config = ResolvedRegister['config']> = {
  readonly hash: HashOf<ConfiguredNamespace<config>>
  readonly chainId?: ConfiguredChainId<config>
  readonly signal?: AbortSignal
}

/** The return type of `waitForTransactionReceipt`: whether it took effect, and in which block. */
export type WaitForTransactionReceiptReturnType = TransactionOutcome

/** The error type of `waitForTransactionReceipt`. */
export type WaitForTransactionReceiptErrorType = LatchkeyError<
  NodeErrorCode | 'TRANSACTION_REPLACED' | 'TRANSACTION_DROPPED' | 'TRANSACTION_EXPIRED'
>

/**
 * Waits until a block holds a transaction.
 *
 * @param config - The config.
 * @param parameters - The hash, the CAIP-2 chain (default: the active chain) and what ends the waiting.
 * @returns Whether it took effect, and in which block. On EVM chains `replacement` tells when the wallet sped it up, cancelled it or
 * sent something else in its place; `status` is then that of the other.
 * @throws CHAIN_NOT_FOUND; NO_RPC_URL; TRANSACTION_DROPPED when the chain has known it and forgot it, on EVM chains for 30 s;
 * TRANSACTION_REPLACED when another took its place and cannot be told; ABORTED.
 *
 * @example
 * import { sendTransaction, waitForTransactionReceipt } from '@latchkey/core'
 * const hash = await sendTransaction(config, { to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: 1n })
 * const { status } = await waitForTransactionReceipt(config, { hash })
 */
export async function waitForTransactionReceipt<config extends Config>(
  config: config,
  parameters: WaitForTransactionReceiptParameters<config>,
): Promise<WaitForTransactionReceiptReturnType>
export async function waitForTransactionReceipt(
  config: Config,
  parameters: WaitForTransactionReceiptParameters<Config>,
): Promise<WaitForTransactionReceiptReturnType> {
  const chain = requireChain(config, parameters.chainId)
  const rpcUrls = await rpcUrlsOf(config, chain)
  const { hash, signal } = parameters
  return config
    .namespace(chain.chainNamespace)
    .waitForTransactionReceipt({ chain, rpcUrls }, { hash, ...(signal ? { signal } : {}) })
}
