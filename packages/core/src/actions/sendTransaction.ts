import type { Namespace } from '@latchkey/protocol/caip'
import { fromRpcError, type LatchkeyError } from '@latchkey/protocol/errors'
import type { HashOf } from '../chain.js'
import type { ConfiguredChainId, ConfiguredNamespace } from '../config/configured.js'
import type { SendErrorCode } from '../config/errorTypes.js'
import { resolveSender, submit } from '../connection/sender.js'
import type { Config } from '../createConfig.js'
import type { TransactionRequest } from '../namespace.js'
import type { ResolvedRegister } from '../register.js'

/** The parameters of `sendTransaction`. */
export type SendTransactionParameters<
  config extends Config = ResolvedRegister['config'],
  namespace extends Namespace = ConfiguredNamespace<config>,
> = TransactionRequest<namespace> & {
  /** The CAIP-2 chain it is meant for; refused when the wallet is on another. Default: the active chain. */
  readonly chainId?: ConfiguredChainId<config>
  readonly namespace?: namespace
  readonly signal?: AbortSignal
}

/** The variables of a mutation that sends: the parameters of each family of the config, discriminated by `namespace`. */
export type SendTransactionVariables<config extends Config = ResolvedRegister['config']> = {
  [namespace in ConfiguredNamespace<config>]: SendTransactionParameters<config, namespace>
}[ConfiguredNamespace<config>]

/** The return type of `sendTransaction`: the hash as the family writes it. */
export type SendTransactionReturnType<namespace extends Namespace = ConfiguredNamespace> = HashOf<namespace>

/** The error type of `sendTransaction`. */
export type SendTransactionErrorType = LatchkeyError<SendErrorCode>

/**
 * Asks the connected wallet to send a transaction on the chain that the visitor sees.
 *
 * @param config - The config.
 * @param parameters - See {@link SendTransactionParameters}; `value` and `gas` in base units.
 * @returns The transaction hash: the wallet has submitted it, no block holds it yet.
 * @throws NOT_CONNECTED; CHAIN_MISMATCH when the wallet is on another chain; USER_REJECTED; INSUFFICIENT_FUNDS; ABORTED.
 * @see https://eips.ethereum.org/EIPS/eip-1193
 *
 * @example
 * import { sendTransaction } from '@latchkey/core'
 * const hash = await sendTransaction(config, { to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: 1n })
 */
export async function sendTransaction<
  config extends Config,
  const namespace extends ConfiguredNamespace<config> = ConfiguredNamespace<config>,
>(
  config: config,
  parameters: SendTransactionParameters<config, namespace>,
): Promise<SendTransactionReturnType<namespace>>
export async function sendTransaction(
  config: Config,
  parameters: SendTransactionParameters<Config, Namespace>,
): Promise<string> {
  const { chainId, signal, namespace, ...transaction } = parameters
  try {
    const sender = await resolveSender(config, { namespace, chainId })
    return await submit(config, sender, { transaction, signal })
  } catch (thrown) {
    throw fromRpcError(thrown)
  }
}
