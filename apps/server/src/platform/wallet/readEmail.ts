import { domainToASCII } from 'node:url'
import { WalletRefusal } from './walletRefusal.js'

/**
 * Returns an address in the one form that is compared and written to: ASCII local part and A-label domain, both in lower case.
 *
 * @param text - The typed text.
 * @returns The address.
 * @throws WalletRefusal INVALID for anything that mail servers and people could read in two ways.
 */
export function readEmail(text: string): string {
  const refuse = () => new WalletRefusal('INVALID', 'This is not an e-mail address we can write to')
  const typed = text.trim()
  const at = typed.lastIndexOf('@')
  const local = typed.slice(0, at)
  const domain = typed.slice(at + 1)
  if (at < 1 || local.length > 64 || typed.length > 254) throw refuse()
  // An ASCII local part has no letters that look like others, so lower case folds nothing into a stranger's address.
  if (!/^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/.test(local)) throw refuse()
  // Full-width letters, signs and invisible ones would be folded to ASCII here, so they are refused before.
  if (domain !== domain.normalize('NFKC') || /[\p{C}\p{Z}\u3002]/u.test(domain)) throw refuse()
  const ascii = domainToASCII(domain).toLowerCase()
  const isHost = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(ascii)
  if (!isHost || /^[\d.]+$/.test(ascii) || ascii.length > 253 - local.length) throw refuse()
  return `${local.toLowerCase()}@${ascii}`
}
