import { parseChainId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { Config } from '../createConfig.js'
import type { AskedPayment } from '../namespace.js'

/** The parameters of `createPaymentLink`. */
export type CreatePaymentLinkParameters = AskedPayment

/** The return type of `createPaymentLink`: the link. */
export type CreatePaymentLinkReturnType = string

/** The error type of `createPaymentLink`. */
export type CreatePaymentLinkErrorType = LatchkeyError<
  'INVALID_ADDRESS' | 'INVALID_AMOUNT' | 'INVALID_REQUEST' | 'INVALID_CONFIG'
>

/**
 * Writes a link that asks for a payment: of EIP-681 on EVM chains, of BIP-21, or of Solana Pay.
 *
 * @param config - The config.
 * @param parameters - See {@link CreatePaymentLinkParameters}; amounts are in base units.
 * @returns The link; only that of an EVM chain names the chain.
 * @throws INVALID_ADDRESS; INVALID_AMOUNT; INVALID_REQUEST for a family without such links; INVALID_CONFIG for one that is not set up.
 *
 * @example
 * import { createPaymentLink } from '@latchkey/core'
 * const link = await createPaymentLink(config, {
 *   to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
 *   chainId: 'eip155:1',
 *   amount: 1_000_000_000_000_000_000n,
 * })
 */
export async function createPaymentLink(
  config: Config,
  parameters: CreatePaymentLinkParameters,
): Promise<CreatePaymentLinkReturnType> {
  const { to, chainId, token, amount } = parameters
  const adapter = config.namespace(parseChainId(chainId).namespace)
  if (!adapter.isAddress(to)) throw new LatchkeyError('INVALID_ADDRESS', 'This is not an address of this network.')
  if (token && !adapter.isAddress(token.address)) {
    throw new LatchkeyError('INVALID_ADDRESS', 'The token is not an address of this network.')
  }
  if (amount !== undefined && amount <= 0n) {
    throw new LatchkeyError('INVALID_AMOUNT', 'The amount must be more than zero.')
  }
  if (!adapter.payments) throw new LatchkeyError('INVALID_REQUEST', 'This network has no payment links.')
  const link = await adapter.payments.write(parameters)
  try {
    await adapter.payments.read(link)
  } catch (cause) {
    // No wallet would follow it either.
    throw new LatchkeyError('INVALID_AMOUNT', 'No payment link can ask for this amount.', { cause })
  }
  return link
}
