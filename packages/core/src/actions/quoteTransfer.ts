import { fromRpcError, LatchkeyError } from '@latchkey/protocol/errors'
import { untilAborted } from '../calls/untilAborted.js'
import type { AddressOf } from '../chain.js'
import { requireItem } from '../chains/requireItem.js'
import { rpcUrlsOf } from '../chains/rpcUrls.js'
import type { ConfiguredChainId, ConfiguredNamespace } from '../config/configured.js'
import type { NodeErrorCode } from '../config/errorTypes.js'
import { requireAccount } from '../connection/current.js'
import type { Config } from '../createConfig.js'
import type { TransferQuote, TransferredCollectible } from '../namespace.js'
import type { ResolvedRegister } from '../register.js'

/** What leaves the active account. */
export type TransferParameters<config extends Config = ResolvedRegister['config']> = {
  readonly to: AddressOf<ConfiguredNamespace<config>>
  /** Amount in base units of the token, or of the native coin. */
  readonly amount: bigint
  /** Plain address of the token, or of the collectible's contract; absent for the native coin. */
  readonly token?: AddressOf<ConfiguredNamespace<config>>
  /** Which item is sent (ERC-721, ERC-1155, Metaplex); of ERC-721 and Metaplex the amount is 1. EVM chains and Solana only. */
  readonly collectible?: TransferredCollectible
  readonly chainId?: ConfiguredChainId<config>
}

/** What `quoteTransfer` takes. */
export type QuoteTransferParameters<config extends Config = ResolvedRegister['config']> = TransferParameters<config> & {
  /** Ends the waiting. */
  readonly signal?: AbortSignal
}

/** What `quoteTransfer` returns. */
export type QuoteTransferReturnType = TransferQuote

/** What `quoteTransfer` rejects with. */
export type QuoteTransferErrorType = LatchkeyError<
  NodeErrorCode | 'NOT_CONNECTED' | 'CHAIN_MISMATCH' | 'FEE_TOO_HIGH' | 'SENDING_UNSUPPORTED' | 'INVALID_AMOUNT'
>

/**
 * Asks the node what a transfer from the active account will cost, and whether it can succeed at all.
 *
 * @param config - The config.
 * @param parameters - See {@link QuoteTransferParameters}.
 * @returns The highest fee and the sender's native balance, both in base units.
 * @throws INVALID_ADDRESS; INVALID_AMOUNT; INSUFFICIENT_FUNDS; EXECUTION_REVERTED; CHAIN_MISMATCH; RPC_UNREACHABLE;
 * ABORTED.
 *
 * @example
 * import { quoteTransfer } from '@latchkey/core'
 * const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
 * const { fee } = await quoteTransfer(config, { to, amount: 10n ** 18n })
 */
export async function quoteTransfer<config extends Config>(
  config: config,
  parameters: QuoteTransferParameters<config>,
): Promise<QuoteTransferReturnType>
export async function quoteTransfer(
  config: Config,
  parameters: QuoteTransferParameters<Config>,
): Promise<QuoteTransferReturnType> {
  const { address, namespace, chain } = requireAccount(config)
  if (!chain || (parameters.chainId && parameters.chainId !== chain.caipNetworkId)) {
    throw new LatchkeyError('CHAIN_MISMATCH', 'The wallet is on another network than this transfer.')
  }
  const adapter = config.namespace(namespace)
  if (!adapter.isAddress(parameters.to))
    throw new LatchkeyError('INVALID_ADDRESS', 'The receiver is not an address of this network.')
  if (parameters.token !== undefined && !adapter.isAddress(parameters.token))
    throw new LatchkeyError('INVALID_ADDRESS', 'The token is not an address of this network.')
  if (parameters.amount <= 0n) throw new LatchkeyError('INVALID_AMOUNT', 'The amount must be more than zero.')
  const { to, amount, token, collectible, signal } = parameters
  requireItem(namespace, parameters)
  const rpcUrls = await rpcUrlsOf(config, chain)
  try {
    const transfer = { from: address, to, amount, ...(token ? { token } : {}), ...(collectible ? { collectible } : {}) }
    return await untilAborted(() => adapter.quoteTransfer({ chain, rpcUrls }, transfer), signal)
  } catch (thrown) {
    throw fromRpcError(thrown)
  }
}
