import type { ChainId, Namespace } from '@latchkey/protocol/caip'
import { fromRpcError, LatchkeyError } from '@latchkey/protocol/errors'
import { signTimeout } from '@latchkey/protocol/internal/limits'
import { within } from '../calls/within.js'
import type { HashOf } from '../chain.js'
import { rpcUrlsOf } from '../chains/rpcUrls.js'
import type { ConfiguredChainId, ConfiguredNamespace } from '../config/configured.js'
import type { SendErrorCode } from '../config/errorTypes.js'
import { requireAccount } from '../connection/current.js'
import type { Config } from '../createConfig.js'
import type { TransactionRequest } from '../namespace.js'
import type { ResolvedRegister } from '../register.js'

/** What `sendTransaction` takes. */
export type SendTransactionParameters<
  config extends Config = ResolvedRegister['config'],
  namespace extends Namespace = ConfiguredNamespace<config>,
> = TransactionRequest<namespace> & {
  /** The CAIP-2 chain it is meant for; refused when the wallet is on another. Default: the active chain. */
  readonly chainId?: ConfiguredChainId<config>
  readonly namespace?: namespace
  readonly signal?: AbortSignal
}

/** What a mutation that sends takes: the parameters of each family of the config, told apart by `namespace`. */
export type SendTransactionVariables<config extends Config = ResolvedRegister['config']> = {
  [namespace in ConfiguredNamespace<config>]: SendTransactionParameters<config, namespace>
}[ConfiguredNamespace<config>]

/** What `sendTransaction` returns: the hash as the family writes it. */
export type SendTransactionReturnType<namespace extends Namespace = ConfiguredNamespace> = HashOf<namespace>

/** What `sendTransaction` rejects with. */
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
  const { connector, address, namespace, chain } = requireAccount(config, parameters.namespace)
  const { chainId = chain?.caipNetworkId, signal, namespace: _, ...transaction } = parameters
  if (!chain || chainId !== chain.caipNetworkId) throw otherChain(config, namespace, chainId)
  const adapter = config.namespace(namespace)
  try {
    const context = { chain, rpcUrls: await rpcUrlsOf(config, chain) }
    const ask = async () =>
      adapter.sendTransaction(await connector.getProvider(namespace), { address, chainId, transaction, context })
    return await within(ask, signTimeout, signal)
  } catch (thrown) {
    throw fromRpcError(thrown)
  }
}

/** What is thrown when something is meant for another chain than the wallet is on. */
export function otherChain(config: Config, namespace: Namespace, chainId: ChainId | undefined): LatchkeyError {
  return new LatchkeyError(
    'CHAIN_MISMATCH',
    `The wallet is on ${config.state.chainIds[namespace]}, not on ${chainId ?? 'a network of this app'}.`,
    { hints: ['Switch the network first. Nothing was sent.'] },
  )
}
