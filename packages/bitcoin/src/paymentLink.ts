import { type AskedPayment, formatAmount, LatchkeyError, type Payment, parseAmount } from '@latchkey/core'
import { readLink, wrongLink } from '@latchkey/core/family'
import { readBitcoinAddress } from '@latchkey/protocol/internal/bitcoin'

/** There will never be more, in satoshi. */
const most = 2_100_000_000_000_000n

/**
 * Reads a link of BIP-21. A parameter that begins with `req-` must be understood to pay, so that all of them are refused; labels are
 * the writer's own.
 *
 * @see https://github.com/bitcoin/bips/blob/master/bip-0021.mediawiki
 */
export function readPaymentLink(link: string): Payment {
  const { path: to, parameters } = readLink(link, 'bitcoin:')
  if (!readBitcoinAddress(to)) throw wrongLink('The address of this payment link cannot be read.')
  if ([...parameters.keys()].some((key) => key.startsWith('req-'))) {
    throw wrongLink('This payment link asks for something that cannot be done here.')
  }
  const text = parameters.get('amount')
  if (text === undefined) return { to }
  const amount = /^(?=.?\d)\d{0,8}(\.\d{0,8})?$/.test(text) ? parseAmount(text, 8) : most + 1n
  if (amount > most) throw wrongLink('The amount of this payment link cannot be read.')
  return { to, amount }
}

/** Writes a link of BIP-21. */
export function writePaymentLink({ to, token, amount }: AskedPayment): string {
  if (token) throw new LatchkeyError('INVALID_REQUEST', 'A payment link of Bitcoin asks for bitcoin only.')
  return amount === undefined ? `bitcoin:${to}` : `bitcoin:${to}?amount=${formatAmount(amount, 8)}`
}
