import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { type AccountId, type ChainId, isChainId, isEvmAddress, type Namespace, parseChainId } from './caip.js'
import { LatchkeyError } from './errors.js'

/** The fields of a sign-in message. @see https://chainagnostic.org/CAIPs/caip-122 */
export type SignInMessage = {
  /** Plain address of the account that signs in. */
  readonly accountAddress: string
  /** CAIP-2 id of the network that the account signs in with. */
  readonly chainId: ChainId
  /** Host of the page, with its port if that is not the usual one. */
  readonly domain: string
  /** Address of the page. */
  readonly uri: string
  readonly version: string
  /** At least 8 letters or digits, used once. */
  readonly nonce: string
  /** One line of text for the person. */
  readonly statement?: string
  readonly resources?: readonly string[]
  readonly requestId?: string
  /** ISO 8601, as the next two. */
  readonly issuedAt?: string
  readonly expirationTime?: string
  readonly notBefore?: string
}

/** The sign-in request for a wallet that connects and signs in with one approval: the message without the fields that the wallet fills in. */
export type SignInRequest = Omit<SignInMessage, 'accountAddress' | 'chainId'>

/** The response of a wallet to a sign-in. */
export type SignInProof = {
  /** The account that signed in. */
  readonly account: AccountId
  /** The final text that was signed, byte for byte. */
  readonly message: string
  /** As the family writes it: hex for `eip155` and `polkadot`, base58 for `solana`, base64 for `bip122` and `cosmos`. */
  readonly signature: string
  /** Hex; for families whose address does not tell it (`bip122`, `cosmos`). */
  readonly publicKey?: string
}

/** How the first line of the text calls each family. */
const familyNames: { readonly [namespace in Namespace]: string } = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
  cosmos: 'Cosmos',
}

/** Solana's own words for its public chains; any other chain is written as its CAIP-2 id, so that it stays said. */
const solanaChains: { readonly [name in string]?: ChainId } = {
  mainnet: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  testnet: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  devnet: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
}

const opening = ' wants you to sign in with your '
const domainPattern = /^(?:[a-zA-Z0-9](?:[a-zA-Z0-9.-]{0,252})|\[[0-9a-fA-F:.]{2,45}\])(?::\d{1,5})?$/
const uriPattern = /^[a-zA-Z][a-zA-Z0-9+.-]*:[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/
const noncePattern = /^[a-zA-Z0-9]{8,256}$/
const timePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/
const requestIdPattern = /^[\w\-.~!$&'()*+,;=:@%]+$/
/** What the two grammars that wallets check against let a statement hold; the other families have no grammar of their own. */
const narrowStatement = /^[\w\-.~:/?#[\]@!$&'()*+,;= ]+$/
const wideStatement = /^[\x20-\x7e]+$/
const looksLikeField =
  /^(URI|Version|Chain ID|Nonce|Issued At|Expiration Time|Not Before|Request ID|Resources|-)\s*(:|\s|$)/i

/**
 * Writes a sign-in message from its fields, as wallets show it and people sign it: EIP-4361 for `eip155`, the grammar of Sign In
 * With Solana for `solana`, CAIP-122 for the others. An EVM address is written with its checksum.
 *
 * @param message - The fields; times as ISO 8601 texts. `eip155` needs `issuedAt`.
 * @returns The text to sign.
 * @throws LatchkeyError INVALID_PARAMS when a required field is missing, or one holds what could pass for another field.
 * @see https://eips.ethereum.org/EIPS/eip-4361
 * @see https://chainagnostic.org/CAIPs/caip-122
 *
 * @example
 * import { formatSignInMessage } from '@latchkey/protocol/siwx'
 * formatSignInMessage({
 *   accountAddress: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
 *   chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
 *   domain: 'app.example',
 *   uri: 'https://app.example',
 *   version: '1',
 *   nonce: 'a1b2c3d4e5',
 * })
 */
export function formatSignInMessage(message: SignInMessage): string {
  check(message)
  const { namespace, reference } = parseChainId(message.chainId)
  const { statement, issuedAt, expirationTime, notBefore, requestId, resources } = message
  return [
    `${message.domain}${opening}${familyNames[namespace]} account:`,
    namespace === 'eip155' ? withChecksum(message.accountAddress) : message.accountAddress,
    '',
    ...(statement ? [statement, ''] : namespace === 'solana' ? [] : ['']),
    `URI: ${message.uri}`,
    `Version: ${message.version}`,
    `Chain ID: ${namespace === 'eip155' ? reference : chainName(message.chainId)}`,
    `Nonce: ${message.nonce}`,
    ...(issuedAt === undefined ? [] : [`Issued At: ${issuedAt}`]),
    ...(expirationTime === undefined ? [] : [`Expiration Time: ${expirationTime}`]),
    ...(notBefore === undefined ? [] : [`Not Before: ${notBefore}`]),
    ...(requestId === undefined ? [] : [`Request ID: ${requestId}`]),
    ...(resources === undefined ? [] : ['Resources:', ...resources.map((each) => `- ${each}`)]),
  ].join('\n')
}

/**
 * Reads the fields of a sign-in message from its text; takes nothing that is not exactly of that form.
 *
 * @param text - A text as `formatSignInMessage` writes it, or as a wallet wrote it by the same grammar.
 * @returns The fields.
 * @throws LatchkeyError INVALID_PARAMS when the text has another form, or a field holds what it must not.
 * @see https://chainagnostic.org/CAIPs/caip-122
 *
 * @example
 * import { parseSignInMessage } from '@latchkey/protocol/siwx'
 * const { nonce, domain, accountAddress } = parseSignInMessage(proof.message)
 */
export function parseSignInMessage(text: string): SignInMessage {
  const lines = text.split('\n')
  const [head = '', accountAddress = ''] = lines
  const at = head.indexOf(opening)
  const namespace = at < 0 ? undefined : namespaceOf(head.slice(at + opening.length))
  if (namespace === undefined || lines[2] !== '') throw invalid('it does not begin like a sign-in message')
  const { statement, rest } = statementOf(lines.slice(3), namespace)
  const take = (label: string): string | undefined =>
    rest[0]?.startsWith(`${label}: `) ? rest.shift()?.slice(label.length + 2) : undefined
  const required = (label: string): string => {
    const value = take(label)
    if (value === undefined) throw invalid(`its line "${label}" is missing or not in its place`)
    return value
  }
  // The order of the lines is fixed, and so is the order in which they are taken here.
  const message = {
    accountAddress,
    domain: head.slice(0, at),
    ...(statement === undefined ? {} : { statement }),
    uri: required('URI'),
    version: required('Version'),
    chainId: chainIdOf(namespace, required('Chain ID')),
    nonce: required('Nonce'),
    ...optional('issuedAt', take('Issued At')),
    ...optional('expirationTime', take('Expiration Time')),
    ...optional('notBefore', take('Not Before')),
    ...optional('requestId', take('Request ID')),
    ...resourcesOf(rest),
  }
  if (rest.length > 0) throw invalid('it holds a line that does not belong there')
  check(message)
  if (namespace === 'eip155' && accountAddress !== withChecksum(accountAddress))
    throw invalid('the checksum of its address is wrong')
  return message
}

/** The values that a server expects in a sign-in message. */
export type SignInExpectation = {
  /** Whether an origin is one of the server's own pages. */
  readonly isOrigin: (origin: string) => boolean
  /** Default: the time of the call. */
  readonly now?: Date
  /** True: a message without an expiry is taken, for servers whose nonces run out within minutes. Default false. */
  readonly mayLackExpiry?: boolean
}

/** How old a message may be that signs somebody in, in milliseconds. */
const oldest = 5 * 60_000
/** By how much the clock of a visitor may be ahead. */
const ahead = 60_000
/** The longest that a message may hold. */
const longestLife = 24 * 3_600_000

/**
 * Checks the fields of a sign-in message as a server must before it trusts the signature: that it is for a page of the server,
 * by https or on this machine, in `domain` and in `uri`; that it was issued within the last five minutes; that it holds now, and
 * for a day at most. The nonce and the signature are checked apart.
 *
 * @param message - The fields, as {@link parseSignInMessage} read them from the text.
 * @param expectation - The server's own pages; see {@link SignInExpectation}.
 * @returns The origin of the page that the message is for.
 * @throws LatchkeyError SIGNATURE_INVALID with a message that says which field is wrong.
 * @see https://eips.ethereum.org/EIPS/eip-4361
 *
 * @example
 * import { checkSignInMessage, parseSignInMessage } from '@latchkey/protocol/siwx'
 * checkSignInMessage(parseSignInMessage(proof.message), { isOrigin: (origin) => origin === 'https://app.example' })
 */
export function checkSignInMessage(
  message: SignInMessage,
  { isOrigin, now = new Date(), mayLackExpiry = false }: SignInExpectation,
): string {
  const refuse = (why: string) => new LatchkeyError('SIGNATURE_INVALID', `The sign-in message ${why}.`)
  const url = URL.canParse(message.uri) ? new URL(message.uri) : undefined
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.test(url.hostname))
  if (!url || !isSecure || url.username || url.password) throw refuse('has a URI that is no page by https')
  if (url.host !== message.domain) throw refuse('names another site in its domain than in its URI')
  if (!isOrigin(url.origin)) throw refuse('is for another site')
  const at = now.getTime()
  // A time that is missing or no time is NaN, and every comparison with it is false.
  const [issued, ends, starts] = [message.issuedAt, message.expirationTime, message.notBefore].map((time) =>
    Date.parse(time ?? ''),
  ) as [number, number, number]
  if (!(issued >= at - oldest && issued <= at + ahead)) throw refuse('was not issued just now')
  if (message.expirationTime !== undefined || !mayLackExpiry) {
    if (!(ends > at)) throw refuse('has no expiry, or it is over')
    if (!(ends <= issued + longestLife)) throw refuse('holds for more than a day')
  }
  if (message.notBefore !== undefined && !(starts <= at)) throw refuse('does not hold yet')
  return url.origin
}

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

function check(message: SignInMessage): void {
  const { accountAddress, chainId, domain, uri, version, nonce, statement, requestId, resources, issuedAt } = message
  if (!isChainId(chainId)) throw invalid('its chainId is not a CAIP-2 id')
  const { namespace, reference } = parseChainId(chainId)
  const isEvm = namespace === 'eip155'
  if (isEvm ? !isEvmAddress(accountAddress) : !/^[-.%a-zA-Z0-9]{1,128}$/.test(accountAddress ?? ''))
    throw invalid('its accountAddress is not an address')
  if (isEvm && !/^[1-9]\d*$/.test(reference)) throw invalid('its chainId is not the number of an EVM chain')
  if (!domainPattern.test(domain ?? '')) throw invalid('its domain is not a host with or without a port')
  if (!isUri(uri)) throw invalid('its uri is not a URI')
  if (version !== '1') throw invalid('its version is not 1')
  if (!noncePattern.test(nonce ?? '')) throw invalid('its nonce is not 8 or more letters and digits')
  if (statement) {
    const pattern = isEvm || namespace === 'solana' ? narrowStatement : wideStatement
    if (!pattern.test(statement)) throw invalid('its statement holds a character that it must not')
    if (looksLikeField.test(statement)) throw invalid('its statement reads like another field')
  }
  if (isEvm && issuedAt === undefined) throw invalid('its issuedAt is missing, which EIP-4361 demands')
  for (const name of ['issuedAt', 'expirationTime', 'notBefore'] as const) {
    const time = message[name]
    if (time !== undefined && (!timePattern.test(time) || Number.isNaN(Date.parse(time))))
      throw invalid(`its ${name} is not an ISO 8601 time`)
  }
  if (requestId !== undefined && !requestIdPattern.test(requestId))
    throw invalid('its requestId holds a character that it must not')
  if (resources !== undefined && (!Array.isArray(resources) || !resources.every(isUri)))
    throw invalid('its resources are not all URIs')
}

function isUri(value: unknown): boolean {
  return typeof value === 'string' && uriPattern.test(value) && URL.canParse(value)
}

function namespaceOf(account: string): Namespace | undefined {
  const found = Object.entries(familyNames).find(([, name]) => account === `${name} account:`)
  return found?.[0] as Namespace | undefined
}

/** Without a statement there are two empty lines between address and URI, in Solana's grammar one. */
function statementOf(lines: string[], namespace: Namespace): { statement?: string; rest: string[] } {
  const [first, second, ...rest] = lines
  if (first !== undefined && first !== '' && second === '') return { statement: first, rest }
  if (namespace === 'solana') return { rest: lines }
  if (first !== '') throw invalid('its statement is not a line between two empty ones')
  return { rest: lines.slice(1) }
}

function resourcesOf(rest: string[]): { resources?: string[] } {
  if (rest[0] !== 'Resources:') return {}
  rest.shift()
  const resources: string[] = []
  while (rest[0]?.startsWith('- ')) resources.push(rest.shift()?.slice(2) ?? '')
  return { resources }
}

function optional<name extends string>(name: name, value: string | undefined): { [key in name]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { [key in name]?: string })
}

function chainName(chainId: ChainId): string {
  return Object.entries(solanaChains).find(([, known]) => known === chainId)?.[0] ?? chainId
}

function chainIdOf(namespace: Namespace, written: string): ChainId {
  if (namespace === 'eip155') return `eip155:${written}`
  // Wallets that write the text themselves put either form.
  const known = namespace === 'solana' ? solanaChains[written.replace(/^solana:/, '')] : undefined
  const chainId = known ?? written
  if (!isChainId(chainId) || !chainId.startsWith(`${namespace}:`))
    throw invalid('its chain is not one of the family that it is for')
  return chainId
}

/** @see https://eips.ethereum.org/EIPS/eip-55 */
function withChecksum(address: string): string {
  const digits = address.replace(/^0x/, '').toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  return `0x${Array.from(digits, (digit, at) => (Number.parseInt(hash[at] ?? '0', 16) > 7 ? digit.toUpperCase() : digit)).join('')}`
}

function invalid(why: string): LatchkeyError {
  return new LatchkeyError('INVALID_PARAMS', `The sign-in message cannot be used: ${why}.`)
}
