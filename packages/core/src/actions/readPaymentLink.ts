import { type Namespace, namespaces } from '@latchkey/protocol/caip'
import { isLatchkeyError, type LatchkeyError } from '@latchkey/protocol/errors'
import type { Config } from '../createConfig.js'
import { wrongLink } from '../family/readLink.js'
import type { Payment } from '../namespace.js'

/** The parameters of `readPaymentLink`. */
export type ReadPaymentLinkParameters = {
  /** A link of EIP-681, BIP-21 or Solana Pay. */
  readonly link: string
}

/** The return type of `readPaymentLink`. */
export type ReadPaymentLinkReturnType = Payment & { readonly namespace: Namespace }

/** The error type of `readPaymentLink`. */
export type ReadPaymentLinkErrorType = LatchkeyError<'INVALID_REQUEST'>

/**
 * Reads a link that asks for a payment, strictly: what cannot be followed to the letter is refused.
 *
 * @param config - The config; it reads the links of the families that are set up.
 * @param parameters.link - A link of EIP-681, BIP-21 or Solana Pay.
 * @returns Whom to pay, on which chain where the link says it, and what.
 * @throws INVALID_REQUEST, with the reason in words.
 * @see https://eips.ethereum.org/EIPS/eip-681
 *
 * @example
 * import { readPaymentLink } from '@latchkey/core'
 * const { to, amount } = await readPaymentLink(config, { link: 'ethereum:0x70997970C51812dc3A010C7d01b50e0d17dc79C8@1?value=1e18' })
 */
export async function readPaymentLink(
  config: Config,
  parameters: ReadPaymentLinkParameters,
): Promise<ReadPaymentLinkReturnType> {
  const link = parameters.link.trim()
  for (const namespace of namespaces) {
    const payments = paymentsOf(config, namespace)
    if (!payments || !link.toLowerCase().startsWith(payments.scheme)) continue
    return { namespace, ...(await payments.read(link)) }
  }
  throw wrongLink('This is not a payment link of a network of this app.')
}

function paymentsOf(config: Config, namespace: Namespace) {
  try {
    return config.namespace(namespace).payments
  } catch (error) {
    if (isLatchkeyError(error, 'INVALID_CONFIG')) return undefined
    throw error
  }
}
