import { LatchkeyError } from '@latchkey/protocol/errors'
import type { Config } from '../createConfig.js'
import { requireAccount } from '../current.js'
import type { TransferParameters } from './quoteTransfer.js'
import { sendTransaction } from './sendTransaction.js'

/**
 * Asks the connected wallet to send the native coin or a token from the active account.
 *
 * @param config - The config.
 * @param parameters - Receiver, amount in base units, and the token's plain address (absent for the native coin).
 * @returns The transaction hash: submitted, not yet in a block.
 * @throws INVALID_ADDRESS; INVALID_AMOUNT; and what `sendTransaction` throws.
 *
 * @example
 * import { sendTransfer } from '@latchkey/core'
 * const hash = await sendTransfer(config, { to, amount: 1_000_000n, token: usdc })
 */
export async function sendTransfer(
  config: Config,
  parameters: TransferParameters & { signal?: AbortSignal },
): Promise<string> {
  const { address, namespace } = requireAccount(config)
  const adapter = config.namespace(namespace)
  const { to, amount, token, chainId, signal } = parameters
  if (!adapter.isAddress(to))
    throw new LatchkeyError('INVALID_ADDRESS', 'The receiver is not an address of this network.')
  if (token !== undefined && !adapter.isAddress(token))
    throw new LatchkeyError('INVALID_ADDRESS', 'The token is not an address of this network.')
  if (amount <= 0n) throw new LatchkeyError('INVALID_AMOUNT', 'The amount must be more than zero.')
  const transaction = adapter.toTransaction({ from: address, to, amount, ...(token ? { token } : {}) })
  return sendTransaction(config, { ...transaction, ...(chainId ? { chainId } : {}), ...(signal ? { signal } : {}) })
}
