import { LatchkeyError } from '@latchkey/protocol/errors'
import { visibleText } from '@latchkey/protocol/internal/text'
import type { Approval, ApprovalRow } from '../types.js'
import { isSameAddress } from './evm/evmAddress.js'
import { isBareSignIn } from './isBareSignIn.js'
import { addressRow, codeRow, evmChainId, type SigningContext, toApproval } from './signingContext.js'
import { readSignIn, type SignInFamily, type SignInFields } from './siwe.js'

/**
 * Prepares a sign-in for signing: one that is not for the very page that asks, and for this account, is shown and refused.
 *
 * @param text - The message, read as leniently as a hurried server would.
 * @param family - How the family is called in such messages.
 * @param context - The page that asks, and the account that signs.
 * @param bytes - The row of what is signed.
 * @returns What to show.
 * @see https://chainagnostic.org/CAIPs/caip-122
 */
export function prepareSignIn(
  text: string,
  family: SignInFamily,
  context: SigningContext,
  bytes: ApprovalRow,
): { approval: Approval; refusal?: LatchkeyError; what?: 'signIn' } {
  const fields = readSignIn(text, family)
  const fault = fields ? faultOf(fields, family, context) : 'This claims to be a sign-in, but it is not written as one.'
  if (fields === undefined || fault !== undefined) {
    const danger = [`${fault} Signing it could let somebody else into your account, so it is not signed.`]
    const approval = toApproval(context, {
      action: 'Sign in',
      title: 'This sign-in is refused',
      isRefused: true,
      danger,
      headline: { text: visibleText(text) },
      details: [bytes],
    })
    return { approval, refusal: new LatchkeyError('INVALID_PARAMS', `The sign-in was refused: ${fault}`) }
  }
  const { statement, uri, chainId, nonce, issuedAt, expirationTime, notBefore, requestId, resources, address } = fields
  const optional = (label: string, value: string | undefined) => (value === undefined ? [] : [{ label, value }])
  const approval = toApproval(context, {
    action: 'Sign in',
    title: `Sign in to ${fields.domain}`,
    ...(statement === undefined ? {} : { headline: { text: visibleText(statement) } }),
    warnings: [
      ...(resources.length > 0 ? ['This sign-in also allows what is listed under “Allows”.'] : []),
      ...(family !== 'Ethereum' || chainId === String(evmChainId(context.chain))
        ? []
        : [`It is meant for the network with the id ${chainId}.`]),
    ],
    rows: [
      { label: 'Site', value: fields.domain },
      ...resources.map((value) => ({ label: 'Allows', value: visibleText(value), tone: 'warning' as const })),
      ...optional('Request', requestId),
      ...optional('Valid until', expirationTime),
    ],
    details: [
      addressRow('Account', address),
      { label: 'Address of the site', value: uri },
      ...optional('Chain', chainId),
      { label: 'Nonce', value: nonce },
      { label: 'Issued', value: issuedAt },
      ...optional('Valid from', notBefore),
      codeRow('Whole text', text),
      bytes,
    ],
  })
  return { approval, ...(isBareSignIn(fields) ? { what: 'signIn' } : {}) }
}

function faultOf(fields: SignInFields, family: SignInFamily, { origin, account }: SigningContext): string | undefined {
  const page = new URL(origin)
  const isPage =
    fields.domain === page.host && (fields.scheme ?? page.protocol.slice(0, -1)) === page.protocol.slice(0, -1)
  if (!isPage) return `It signs you in to ${visibleText(fields.domain)}, but ${page.host} asks.`
  // Solana alone tells large letters from small ones.
  const isOwn = family === 'Solana' ? fields.address === account : isSameAddress(fields.address, account)
  if (!isOwn) return 'It is for another account.'
  let uri: URL | undefined
  try {
    uri = new URL(fields.uri)
  } catch {
    return 'Its address of the site is not valid.'
  }
  if (uri.origin !== page.origin) return `It names ${uri.origin} as its site, but ${page.origin} asks.`
  const ends = fields.expirationTime === undefined ? Number.POSITIVE_INFINITY : Date.parse(fields.expirationTime)
  if (!(ends > Date.now())) return 'It has expired.'
  return undefined
}
