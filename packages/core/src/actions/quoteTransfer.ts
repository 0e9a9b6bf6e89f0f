import { fromRpcError, type LatchkeyError } from '@latchkey/protocol/errors'
import { untilAborted } from '../calls/untilAborted.js'
import type { AddressOf } from '../chain.js'
import type { ConfiguredChainId, ConfiguredNamespace } from '../config/configured.js'
import type { NodeErrorCode } from '../config/errorTypes.js'
import { resolveTransfer } from '../connection/resolveTransfer.js'
import type { Config } from '../createConfig.js'
import type { TransferQuote, TransferredCollectible } from '../namespace.js'
import type { ResolvedRegister } from '../register.js'

/** The transfer from the active account. */
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

/** The parameters of `quoteTransfer`. */
export type QuoteTransferParameters<config extends Config = ResolvedRegister['config']> = TransferParameters<config> & {
  /** Ends the waiting. */
  readonly signal?: AbortSignal
}

/** The return type of `quoteTransfer`. */
export type QuoteTransferReturnType = TransferQuote

/** The error type of `quoteTransfer`. */
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
  try {
    const { sender, transfer } = await resolveTransfer(config, parameters)
    return await untilAborted(() => sender.adapter.quoteTransfer(sender.context, transfer), parameters.signal)
  } catch (thrown) {
    throw fromRpcError(thrown)
  }
}
