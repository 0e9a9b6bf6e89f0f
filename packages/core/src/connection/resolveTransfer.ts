import type { ChainId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { requireItem } from '../chains/requireItem.js'
import type { Config } from '../createConfig.js'
import type { Transfer, TransferredCollectible } from '../namespace.js'
import { requireAccount } from './current.js'
import { resolveSender, type Sender } from './sender.js'

/**
 * Validates a transfer before any RPC request.
 *
 * @throws NOT_CONNECTED; INVALID_ADDRESS; INVALID_AMOUNT; SENDING_UNSUPPORTED; INVALID_PARAMS; CHAIN_MISMATCH.
 */
export async function resolveTransfer(
  config: Config,
  parameters: {
    readonly to: string
    readonly amount: bigint
    readonly token?: string | undefined
    readonly collectible?: TransferredCollectible | undefined
    readonly chainId?: ChainId | undefined
  },
): Promise<{ readonly sender: Sender; readonly transfer: Transfer }> {
  const { to, amount, token, collectible, chainId } = parameters
  const { namespace } = requireAccount(config)
  const adapter = config.namespace(namespace)
  if (!adapter.isAddress(to))
    throw new LatchkeyError('INVALID_ADDRESS', 'The receiver is not an address of this network.')
  if (token !== undefined && !adapter.isAddress(token))
    throw new LatchkeyError('INVALID_ADDRESS', 'The token is not an address of this network.')
  requireItem(namespace, { token, collectible, amount })
  if (amount <= 0n) throw new LatchkeyError('INVALID_AMOUNT', 'The amount must be more than zero.')
  const sender = await resolveSender(config, { namespace, chainId })
  return {
    sender,
    transfer: { from: sender.address, to, amount, ...(token && { token }), ...(collectible && { collectible }) },
  }
}
