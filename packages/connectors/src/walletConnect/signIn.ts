import { type AccountId, type ChainId, isChainId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { fromBase64Url, toBase64Url } from '@latchkey/protocol/internal/bytes'
import { formatSignInMessage, type SignInProof, type SignInRequest } from '@latchkey/protocol/siwx'
import { type AuthPayload, isTexts, type WireNamespaces } from './records.js'
import { asRecord, parse } from './wire.js'

/** What a wallet that signed in has granted. */
export type SignedIn = { readonly namespaces: WireNamespaces; readonly proofs: readonly SignInProof[] }

const recapPrefix = 'urn:recap:'
const authorization = 'I further authorize the stated URI to perform the following actions on my behalf:'
const kinds: ReadonlySet<unknown> = new Set(['eip191', 'eip1271', 'eip6492'])

/**
 * Writes the request: the message, and in its last resource the methods that the session is to have.
 *
 * @throws LatchkeyError INVALID_PARAMS when no message can be made of it, before anybody signs one.
 */
export function toAuthPayload(
  request: SignInRequest,
  chains: readonly ChainId[],
  methods: readonly string[],
): AuthPayload {
  const { uri, issuedAt = new Date().toISOString(), expirationTime, notBefore, resources = [], ...same } = request
  const [chainId = 'eip155:1'] = chains
  formatSignInMessage({ ...request, issuedAt, chainId, accountAddress: `0x${'0'.repeat(40)}` })
  const abilities = [...methods].sort().map((method) => [`request/${method}`, [{}]])
  const recap = toBase64Url(
    new TextEncoder().encode(JSON.stringify({ att: { eip155: Object.fromEntries(abilities) } })),
  )
  return {
    ...same,
    type: 'caip122',
    chains,
    aud: uri,
    iat: issuedAt,
    ...(expirationTime === undefined ? {} : { exp: expirationTime }),
    ...(notBefore === undefined ? {} : { nbf: notBefore }),
    resources: [...resources, `${recapPrefix}${recap}`],
  }
}

/**
 * Reads what a wallet signed. Whether the signatures are those of the accounts is for the caller to find out.
 *
 * @param result - The wallet's answer: a CACAO for each chain that it signed in with.
 * @param asked - What it was asked.
 * @returns The proofs, and the session that goes with them.
 * @throws LatchkeyError WALLET_BAD_ANSWER when it is not for this page, this request or one of its chains, or is not signed.
 * @see https://chainagnostic.org/CAIPs/caip-74
 */
export function readSignIn(result: unknown, asked: AuthPayload): SignedIn {
  const { cacaos } = asRecord(result)
  if (!Array.isArray(cacaos) || cacaos.length === 0) throw refusal('There is nothing signed in it.')
  const accounts = new Set<AccountId>()
  const methods = new Set<string>()
  const proofs = cacaos.map((cacao: unknown) => {
    const proof = readCacao(cacao, asked)
    const { resources } = asRecord(asRecord(cacao).p)
    const recap = readRecap(resources)
    const address = proof.account.split(':')[2]
    accounts.add(proof.account)
    for (const [ability, limits] of Object.entries(asRecord(recap.eip155))) {
      if (ability.startsWith('request/')) methods.add(ability.slice('request/'.length))
      const { chains } = asRecord(Array.isArray(limits) ? (limits as unknown[])[0] : undefined)
      for (const chain of asked.chains) {
        if (isTexts(chains) && chains.includes(chain)) accounts.add(`${chain}:${address}` as AccountId)
      }
    }
    return proof
  })
  // Without a method there is no session on the wallet's side.
  if (methods.size === 0) throw refusal('It allows nothing to be asked afterwards.')
  const granted = {
    chains: [...new Set([...accounts].map((account) => account.split(':').slice(0, 2).join(':')))],
    accounts: [...accounts],
    methods: [...methods],
    events: ['chainChanged', 'accountsChanged'],
  }
  return { namespaces: { eip155: granted }, proofs }
}

function readCacao(cacao: unknown, asked: AuthPayload): SignInProof {
  const { h, p, s } = asRecord(cacao)
  const { iss, domain, aud, nonce, version, iat, statement, resources, requestId, exp, nbf } = asRecord(p)
  const { t: kind, s: signature } = asRecord(s)
  const [, chainId, accountAddress] = /^did:pkh:(eip155:\d{1,18}):(0x[0-9a-fA-F]{40})$/.exec(String(iss)) ?? []
  if (!isChainId(chainId) || accountAddress === undefined || !asked.chains.includes(chainId)) {
    throw refusal('It is of an account on a network that was not asked for.')
  }
  if (domain !== asked.domain || aud !== asked.aud || nonce !== asked.nonce || version !== asked.version) {
    throw refusal('It is for another page or another request.')
  }
  if (!isHexText(signature) || !kinds.has(kind) || !isTextOrNone(asRecord(h).t)) throw refusal('It is not signed.')
  if (![iat, statement, requestId, exp, nbf].every(isTextOrNone) || !(isNone(resources) || isTexts(resources))) {
    throw refusal('It is not in the form of the protocol.')
  }
  const said = withAuthorization(textOf(statement), readRecap(resources))
  const message = format({
    accountAddress,
    chainId,
    domain: asked.domain,
    uri: asked.aud,
    version: asked.version,
    nonce: asked.nonce,
    ...(said === undefined ? {} : { statement: said }),
    ...optional('issuedAt', iat),
    ...optional('expirationTime', exp),
    ...optional('notBefore', nbf),
    ...optional('requestId', requestId),
    ...(isTexts(resources) ? { resources } : {}),
  })
  // Wallets sign the address in the letters that they say it in, with its checksum or without.
  const lines = message.split('\n')
  return {
    account: `${chainId}:${accountAddress}` as AccountId,
    message: lines.with(1, accountAddress).join('\n'),
    signature,
  }
}

function format(message: Parameters<typeof formatSignInMessage>[0]): string {
  try {
    return formatSignInMessage(message)
  } catch (cause) {
    throw refusal('It is not in the form of the protocol.', cause)
  }
}

/** What the last resource allows; nothing when it is no such resource. @see https://eips.ethereum.org/EIPS/eip-5573 */
function readRecap(resources: unknown): { readonly [resource: string]: unknown } {
  const last = isTexts(resources) ? resources.at(-1) : undefined
  if (!last?.startsWith(recapPrefix)) return {}
  // Some wallets write it in the other alphabet, or with padding.
  const text = last.slice(recapPrefix.length).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  try {
    return asRecord(asRecord(parse(new TextDecoder().decode(fromBase64Url(text)))).att)
  } catch {
    return {}
  }
}

/** Wallets that leave it out of what they send have signed it all the same. */
function withAuthorization(
  statement: string | undefined,
  recap: { readonly [resource: string]: unknown },
): string | undefined {
  if (statement?.includes(authorization)) return statement
  const sentences: string[] = []
  for (const [resource, abilities] of Object.entries(recap)) {
    const groups = new Map<string, string[]>()
    for (const ability of Object.keys(asRecord(abilities)).sort()) {
      const [name = '', action = ''] = ability.split('/')
      groups.set(name, [...(groups.get(name) ?? []), `'${action}'`])
    }
    for (const [name, actions] of groups) {
      sentences.push(`(${sentences.length + 1}) '${name}': ${actions.join(', ')} for '${resource}'.`)
    }
  }
  if (sentences.length === 0) return statement || undefined
  return [...(statement ? [statement] : []), authorization, ...sentences].join(' ')
}

function optional<name extends string>(name: name, value: unknown): { readonly [key in name]?: string } {
  return (typeof value === 'string' && value !== '' ? { [name]: value } : {}) as { readonly [key in name]?: string }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function isNone(value: unknown): boolean {
  return value === undefined || value === null
}

function isTextOrNone(value: unknown): boolean {
  return isNone(value) || typeof value === 'string'
}

function isHexText(value: unknown): value is string {
  return typeof value === 'string' && /^0x([0-9a-f]{2}){64,}$/i.test(value)
}

function refusal(details: string, cause?: unknown): LatchkeyError {
  return new LatchkeyError('WALLET_BAD_ANSWER', 'The wallet signed a different message than requested.', {
    cause,
    details,
    hints: ['Try again, or connect first and sign in afterwards.'],
  })
}
