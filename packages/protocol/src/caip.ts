/** The chain families that Latchkey recognises, in the order in which they are offered. */
export const namespaces = ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos'] as const

/** A chain family: the first part of a CAIP-2 chain id. */
export type Namespace = (typeof namespaces)[number]

/** A CAIP-2 chain id, for example `eip155:1`. */
export type ChainId = `${Namespace}:${string}`

/** A CAIP-10 account id, for example `eip155:1:0xab16…`. */
export type AccountId = `${Namespace}:${string}:${string}`

const referencePattern = /^[-_a-zA-Z0-9]{1,32}$/
const addressPattern = /^[-.%a-zA-Z0-9]{1,128}$/
const evmAddressPattern = /^(0x)?[0-9a-fA-F]{40}$/

/**
 * Returns whether a value names a chain family that Latchkey recognises.
 *
 * @param value - Anything.
 * @returns True for a member of `namespaces`.
 *
 * @example
 * import { isNamespace } from '@latchkey/protocol/caip'
 * isNamespace('eip155') // true
 */
export function isNamespace(value: unknown): value is Namespace {
  return typeof value === 'string' && (namespaces as readonly string[]).includes(value)
}

/**
 * Returns whether a value is a CAIP-2 chain id of a known family.
 *
 * @param value - Anything.
 * @returns True for two non-empty colon-separated parts of which the first is a known namespace.
 * @see https://chainagnostic.org/CAIPs/caip-2
 *
 * @example
 * import { isChainId } from '@latchkey/protocol/caip'
 * isChainId('eip155:1') // true
 */
export function isChainId(value: unknown): value is ChainId {
  if (typeof value !== 'string') return false
  const [namespace, reference, ...rest] = value.split(':')
  return rest.length === 0 && isNamespace(namespace) && referencePattern.test(reference ?? '')
}

/**
 * Returns whether a value is a CAIP-10 account id: three non-empty colon-separated parts, the first a known namespace.
 *
 * @param value - Anything.
 * @returns True for a chain-scoped account id.
 * @see https://chainagnostic.org/CAIPs/caip-10
 *
 * @example
 * import { isAccountId } from '@latchkey/protocol/caip'
 * isAccountId('eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8') // true
 */
export function isAccountId(value: unknown): value is AccountId {
  if (typeof value !== 'string') return false
  const [namespace, reference, address, ...rest] = value.split(':')
  return rest.length === 0 && isChainId(`${namespace}:${reference}`) && addressPattern.test(address ?? '')
}

/**
 * Splits a CAIP-2 chain id into its parts.
 *
 * @param chainId - A CAIP-2 chain id.
 * @returns The namespace and the reference within it.
 * @throws RangeError when the text is not a CAIP-2 id of a known family.
 *
 * @example
 * import { parseChainId } from '@latchkey/protocol/caip'
 * parseChainId('eip155:1') // { namespace: 'eip155', reference: '1' }
 */
export function parseChainId(chainId: string): { namespace: Namespace; reference: string } {
  if (!isChainId(chainId)) throw new RangeError(`Invalid CAIP-2 chain id: ${clip(chainId)}`)
  const at = chainId.indexOf(':')
  return { namespace: chainId.slice(0, at) as Namespace, reference: chainId.slice(at + 1) }
}

/**
 * Splits a CAIP-10 account id into its parts.
 *
 * @param accountId - A CAIP-10 account id.
 * @returns The namespace, the reference, the CAIP-2 chain id and the plain address.
 * @throws RangeError when the text does not have three parts or the family is unknown.
 *
 * @example
 * import { parseAccountId } from '@latchkey/protocol/caip'
 * parseAccountId('eip155:1:0xab').address // '0xab'
 */
export function parseAccountId(accountId: string): {
  namespace: Namespace
  reference: string
  chainId: ChainId
  address: string
} {
  if (!isAccountId(accountId)) throw new RangeError(`Invalid CAIP-10 address: ${clip(accountId)}`)
  const [namespace, reference, address] = accountId.split(':') as [Namespace, string, string]
  return { namespace, reference, chainId: `${namespace}:${reference}`, address }
}

/**
 * Joins a CAIP-2 chain id and a plain address to a CAIP-10 account id.
 *
 * @param chainId - A CAIP-2 chain id.
 * @param address - An address of that chain's family, as its wallets write it.
 * @returns The CAIP-10 account id.
 * @throws RangeError when the parts do not make a valid account id.
 *
 * @example
 * import { toAccountId } from '@latchkey/protocol/caip'
 * toAccountId('eip155:1', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
 */
export function toAccountId(chainId: ChainId, address: string): AccountId {
  const accountId = `${chainId}:${address}`
  if (!isAccountId(accountId)) throw new RangeError(`Invalid CAIP-10 address: ${clip(accountId)}`)
  return accountId
}

/**
 * Returns whether a text has the form of an EVM address: 40 hexadecimal digits with an optional `0x`; the checksum is not enforced.
 *
 * @param value - Anything.
 * @returns True for the form alone; whether a mixed-case checksum is right is another question.
 *
 * @example
 * import { isEvmAddress } from '@latchkey/protocol/caip'
 * isEvmAddress('0x70997970C51812dc3A010C7d01b50e0d17dc79C8') // true
 */
export function isEvmAddress(value: unknown): value is string {
  return typeof value === 'string' && evmAddressPattern.test(value)
}

/** The address that stands for the native coin of an EVM chain where a token address is asked for. */
export const evmNativeAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

function clip(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
