import { isEvmAddress } from '@latchkey/protocol/caip'
import { readLink, wrongLink } from '../../family/readLink.js'
import type { AskedPayment, Payment } from '../../namespace.js'
import { hasValidChecksum } from './reads.js'

const most = 2n ** 256n
const fees = ['gas', 'gaslimit', 'gasprice']

/**
 * Reads a link of EIP-681 that asks for the native coin, or for a transfer of an ERC-20 token. What it says of gas is the wallet's to
 * decide.
 *
 * @see https://eips.ethereum.org/EIPS/eip-681
 */
export function readPaymentLink(link: string): Payment {
  const { path, parameters } = readLink(link, 'ethereum:')
  const [, target = '', chain, call] = /^(?:pay-)?([\w.-]+)(?:@([1-9]\d{0,14}))?(?:\/(\w+))?$/.exec(path) ?? []
  const isName = /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/i.test(target)
  if (!isName || call !== undefined) requireAddress(target)
  if (call !== undefined && call !== 'transfer') {
    throw wrongLink('This link asks for a call of a contract, and not for a payment.')
  }
  const allowed = [...fees, 'value', ...(call ? ['address', 'uint256'] : [])]
  if ([...parameters.keys()].some((key) => !allowed.includes(key))) {
    throw wrongLink('This payment link asks for something that cannot be done here.')
  }
  const value = readNumber(parameters.get('value'))
  const on = chain === undefined ? {} : { chainId: `eip155:${chain}` as const }
  if (call === undefined) return { to: target, ...on, ...(value === undefined ? {} : { amount: value }) }
  const to = parameters.get('address') ?? ''
  const amount = readNumber(parameters.get('uint256'))
  requireAddress(to)
  // A token takes no coins: they would be lost in its contract.
  if (value) throw wrongLink('This payment link asks for something that cannot be done here.')
  return { to, ...on, token: target, ...(amount === undefined ? {} : { amount }) }
}

/** Writes a link of EIP-681. */
export function writePaymentLink({ to, chainId, token, amount }: AskedPayment): string {
  const at = `@${chainId.slice('eip155:'.length)}`
  if (token === undefined) return `ethereum:${to}${at}${amount === undefined ? '' : `?value=${amount}`}`
  return `ethereum:${token.address}${at}/transfer?address=${to}${amount === undefined ? '' : `&uint256=${amount}`}`
}

function requireAddress(text: string): void {
  if (!text.startsWith('0x') || !isEvmAddress(text)) throw wrongLink('The address of this payment link cannot be read.')
  // Links are not typed, so a wrong letter means a damaged link, not a typo to warn of.
  if (!hasValidChecksum(text)) throw wrongLink('The checksum of an address in this payment link is wrong.')
}

/** A whole number that may be written as `1.5e18`. */
function readNumber(text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined
  const [, whole = '', part = '', exponent = '0'] =
    /^(?=.?\d)(\d{0,78})(?:\.(\d{1,78}))?(?:e(\d{1,2}))?$/i.exec(text) ?? []
  const digits = part.replace(/0+$/, '')
  const zeros = Number(exponent) - digits.length
  const number = zeros < 0 || whole + part === '' ? most : BigInt(whole + digits) * 10n ** BigInt(zeros)
  if (number >= most) throw wrongLink('The amount of this payment link cannot be read.')
  return number
}
