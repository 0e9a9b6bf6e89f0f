import { type Namespace, parseAccountId } from '@latchkey/protocol/caip'
import { fromRpcError, type LatchkeyError } from '@latchkey/protocol/errors'
import { signTimeout } from '@latchkey/protocol/internal/limits'
import { withTimeout } from '../calls/withTimeout.js'
import type { HashOf } from '../chain.js'
import type { ConfiguredNamespace } from '../config/configured.js'
import type { WalletErrorCode } from '../config/errorTypes.js'
import { requireAccount } from '../connection/current.js'
import type { Config } from '../createConfig.js'

/** The return type of `signMessage`: the signature as the family writes it. */
export type SignMessageReturnType<namespace extends Namespace = ConfiguredNamespace> = HashOf<namespace>

/** The parameters of `signMessage`. */
export type SignMessageParameters<namespace extends Namespace = ConfiguredNamespace> = {
  /** A text, or raw bytes. */
  readonly message: string | Uint8Array
  readonly namespace?: namespace
  readonly signal?: AbortSignal
}

/** The error type of `signMessage`. */
export type SignMessageErrorType = LatchkeyError<WalletErrorCode>

/**
 * Asks the connected wallet to sign a message.
 *
 * @param config - The config.
 * @param parameters - See {@link SignMessageParameters}.
 * @returns The signature as the family writes it: hex for `eip155`.
 * @throws NOT_CONNECTED; USER_REJECTED; WALLET_BAD_ANSWER; WALLET_NOT_RESPONDING after 10 minutes; ABORTED.
 * @see https://eips.ethereum.org/EIPS/eip-191
 *
 * @example
 * import { signMessage } from '@latchkey/core'
 * const signature = await signMessage(config, { message: 'Hello' })
 */
export async function signMessage<
  config extends Config,
  const namespace extends ConfiguredNamespace<config> = ConfiguredNamespace<config>,
>(config: config, parameters: SignMessageParameters<namespace>): Promise<SignMessageReturnType<namespace>>
export async function signMessage(config: Config, parameters: SignMessageParameters<Namespace>): Promise<string> {
  const { connector, address, namespace, accountId } = requireAccount(config, parameters.namespace)
  const adapter = config.namespace(namespace)
  try {
    const { message, signal } = parameters
    const { chainId } = parseAccountId(accountId)
    const ask = async () => adapter.signMessage(await connector.getProvider(namespace), { address, chainId, message })
    return await withTimeout(ask, signTimeout, signal)
  } catch (thrown) {
    throw fromRpcError(thrown)
  }
}
