import { type AskedPayment, formatAmount, type Payment, parseAmount } from '@latchkey/core'
import { readLink, wrongLink } from '@latchkey/core/family'
import { isSolanaAddress } from '@latchkey/protocol/internal/solana'

/** A lamport is a billionth. */
const decimals = 9

/**
 * Reads a transfer request of Solana Pay. One that has to be found again by a reference or a memo is refused, since a transfer carries
 * neither, and so is one that has a server make the transaction.
 *
 * @see https://docs.solanapay.com/spec
 */
export function readPaymentLink(link: string): Payment {
  const { path: to, parameters } = readLink(link, 'solana:')
  if (/^https:/i.test(to)) throw wrongLink('This link leads to a server that makes a transaction, and is no payment.')
  const token = parameters.get('spl-token')
  if (!isSolanaAddress(to) || (token !== undefined && !isSolanaAddress(token))) {
    throw wrongLink('The address of this payment link cannot be read.')
  }
  if (parameters.has('reference') || parameters.has('memo')) {
    throw wrongLink('This payment link asks for a reference that a transfer from here cannot carry.')
  }
  const text = parameters.get('amount')
  if (text === undefined) return { to, ...(token === undefined ? {} : { token }) }
  // How many decimals a token has is not said by the link.
  if (!/^\d{1,20}(\.\d{1,20})?$/.test(text) || (!token && (text.split('.')[1]?.length ?? 0) > decimals)) {
    throw wrongLink('The amount of this payment link cannot be read.')
  }
  return token === undefined ? { to, amount: parseAmount(text, decimals) } : { to, token, amount: text }
}

/** Writes a transfer request of Solana Pay. */
export function writePaymentLink({ to, token, amount }: AskedPayment): string {
  const text = amount === undefined ? [] : [`amount=${formatAmount(amount, token?.decimals ?? decimals)}`]
  const parts = [...text, ...(token ? [`spl-token=${token.address}`] : [])]
  return `solana:${to}${parts.length > 0 ? '?' : ''}${parts.join('&')}`
}
