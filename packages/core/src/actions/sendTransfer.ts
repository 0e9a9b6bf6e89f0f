import { fromRpcError, type LatchkeyError } from '@latchkey/protocol/errors'
import type { HashOf } from '../chain.js'
import type { ConfiguredNamespace } from '../config/configured.js'
import type { SendErrorCode } from '../config/errorTypes.js'
import { resolveTransfer } from '../connection/resolveTransfer.js'
import { submit } from '../connection/sender.js'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'
import type { TransferParameters } from './quoteTransfer.js'

/** The return type of `sendTransfer`: the hash as the family writes it. */
export type SendTransferReturnType<config extends Config = ResolvedRegister['config']> = HashOf<
  ConfiguredNamespace<config>
>

/** The parameters of `sendTransfer`. */
export type SendTransferParameters<config extends Config = ResolvedRegister['config']> = TransferParameters<config> & {
  /**
   * The fee that was shown, in base units of the native coin: a transaction that this page writes, and not the wallet, never costs
   * more. Absent, it costs what the chain asks for. On EVM chains the wallet sets the fee and shows it.
   */
  readonly maxFee?: bigint
  readonly signal?: AbortSignal
  /** Called when the wallet comes next: whatever fails before that has sent nothing. */
  readonly onAsk?: () => void
}

/** The error type of `sendTransfer`. */
export type SendTransferErrorType = LatchkeyError<SendErrorCode>

/**
 * Asks the connected wallet to send the native coin or a token from the active account.
 *
 * @param config - The config.
 * @param parameters - Receiver, amount in base units, and the token's plain address (absent for the native coin).
 * @returns The transaction hash: submitted, not yet in a block.
 * @throws INVALID_ADDRESS; INVALID_AMOUNT; FEE_CAP_TOO_LOW when the chain asks for more than `maxFee`, and the wallet was not
 * asked; and what `sendTransaction` throws.
 *
 * @example
 * import { sendTransfer } from '@latchkey/core'
 * const hash = await sendTransfer(config, { to, amount: 1_000_000n, token: usdc })
 */
export async function sendTransfer<config extends Config>(
  config: config,
  parameters: SendTransferParameters<config>,
): Promise<SendTransferReturnType<config>>
export async function sendTransfer(config: Config, parameters: SendTransferParameters<Config>): Promise<string> {
  const { maxFee, signal, onAsk } = parameters
  try {
    const { sender, transfer } = await resolveTransfer(config, parameters)
    const transaction = await sender.adapter.toTransaction(sender.context, {
      ...transfer,
      ...(maxFee === undefined ? {} : { maxFee }),
    })
    onAsk?.()
    return await submit(config, sender, { transaction, signal })
  } catch (thrown) {
    throw fromRpcError(thrown)
  }
}
