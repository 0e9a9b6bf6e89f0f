import { LatchkeyError } from '@latchkey/protocol/errors'
import { visibleText } from '@latchkey/protocol/text'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Approval, ApprovalRow } from '../contracts.js'
import type { SignRequest } from '../worker/messages.js'
import { isSameAddress } from './evmAddress.js'
import { addressRow, codeRow, evmChainId, type SigningContext, toApproval } from './signingContext.js'
import { claimsSignIn, readSignIn, type SignInFields } from './siwe.js'
import { strangeAccount } from './strangeAccount.js'
import { bytesOfHex, hiddenNotes, textOf } from './text.js'

/** What is shown, and what is signed when it is approved. */
export type Prepared = {
  readonly approval: Approval
  readonly request: SignRequest
  /** It must not be signed at all: the screen says why and takes no yes. */
  readonly refusal?: LatchkeyError
}

/**
 * Prepares a message for signing. A sign-in message must be for the very page that asks: any other is a theft of a session,
 * and is refused before the eyes of the person.
 *
 * @param params - `[message, address]`; the message as 0x hex or as text. The other order is understood too.
 * @param context - Where it is signed.
 * @returns What to show and to sign.
 * @throws LatchkeyError UNAUTHORIZED for another account.
 * @see https://eips.ethereum.org/EIPS/eip-191
 */
export function preparePersonalSign(params: readonly [string, string], context: SigningContext): Prepared {
  const isSwapped = isSameAddress(params[0], context.account) && !isSameAddress(params[1], context.account)
  const [message, address] = isSwapped ? [params[1], params[0]] : params
  if (!isSameAddress(address, context.account)) {
    throw strangeAccount()
  }
  const bytes = bytesOfHex(message) ?? utf8ToBytes(message)
  const text = textOf(bytes)
  const request = { kind: 'evmMessage', message: bytes } as const
  const hex = codeRow('Bytes that are signed', `0x${bytesToHex(bytes)}`)
  // Bytes that are almost text are read as leniently as a hurried server would.
  const lenient = new TextDecoder().decode(bytes)
  if (claimsSignIn(lenient)) return { request, ...prepareSignIn(text ?? lenient, hex, context) }
  if (text === undefined) {
    const warnings = ['These bytes are no readable text. Sign them only if you know what they are.']
    return {
      request,
      approval: toApproval(context, {
        action: 'Sign',
        title: 'Sign unreadable data',
        warnings,
        headline: { text: `0x${bytesToHex(bytes.subarray(0, 64))}${bytes.length > 64 ? '…' : ''}` },
        details: [hex],
        needsSecondLook: true,
      }),
    }
  }
  const shown = visibleText(text)
  return {
    request,
    approval: toApproval(context, {
      action: 'Sign',
      title: 'Sign a message',
      warnings: hiddenNotes(shown),
      headline: { text: shown === '' ? '(empty)' : shown },
      details: [hex],
    }),
  }
}

function prepareSignIn(
  text: string,
  hex: ApprovalRow,
  context: SigningContext,
): { approval: Approval; refusal?: LatchkeyError } {
  const fields = readSignIn(text)
  const fault = fields ? faultOf(fields, context) : 'This claims to be a sign-in, but it is not written as one.'
  if (fields === undefined || fault !== undefined) {
    const danger = [`${fault} Signing it could let somebody else into your account, so it is not signed.`]
    const approval = toApproval(context, {
      action: 'Sign in',
      title: 'This sign-in is refused',
      isRefused: true,
      danger,
      headline: { text: visibleText(text) },
      details: [hex],
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
      ...(chainId === String(evmChainId(context.chain)) ? [] : [`It is meant for the network with the id ${chainId}.`]),
    ],
    rows: [
      { label: 'Site', value: fields.domain },
      ...resources.map((value) => ({ label: 'Allows', value: visibleText(value), tone: 'warning' as const })),
      ...optional('Valid until', expirationTime),
    ],
    details: [
      addressRow('Account', address),
      { label: 'Address of the site', value: uri },
      { label: 'Chain', value: chainId },
      { label: 'Nonce', value: nonce },
      { label: 'Issued', value: issuedAt },
      ...optional('Valid from', notBefore),
      ...optional('Request', requestId),
      codeRow('Whole text', text),
      hex,
    ],
  })
  return { approval }
}

function faultOf(fields: SignInFields, { origin, account }: SigningContext): string | undefined {
  const page = new URL(origin)
  const isPage =
    fields.domain === page.host && (fields.scheme ?? page.protocol.slice(0, -1)) === page.protocol.slice(0, -1)
  if (!isPage) return `It signs you in to ${visibleText(fields.domain)}, but ${page.host} asks.`
  if (!isSameAddress(fields.address, account)) return 'It is for another account.'
  let uri: URL | undefined
  try {
    uri = new URL(fields.uri)
  } catch {
    return 'Its address of the site is not valid.'
  }
  if (uri.host !== page.host) return `It names ${uri.host} as its site, but ${page.host} asks.`
  const ends = fields.expirationTime === undefined ? Number.POSITIVE_INFINITY : Date.parse(fields.expirationTime)
  if (!(ends > Date.now())) return 'It has expired.'
  return undefined
}
