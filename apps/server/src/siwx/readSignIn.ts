import { formatSignInMessage, parseSignInMessage, type SignInMessage } from '@latchkey/protocol/siwx'
import { Refusal } from '../platform/http/refusal.js'

/** A sign-in message as it was read. */
export type ReadSignIn = {
  fields: SignInMessage
  /** Written by the grammar of AppKit, which has no expiry and names its network as the page does. */
  isStock: boolean
}

const networkName = /^[\p{L}\p{N}][\p{L}\p{N} ._()-]{0,79}$/u
const opening = ' wants you to sign in with your '

/**
 * Reads a sign-in message: by our grammar from the text alone, else by that of AppKit, where the fields come beside the text. Those
 * count only when the text is exactly what they give.
 *
 * @throws Refusal 401 for anything else.
 */
export function readSignIn(text: string, given: unknown): ReadSignIn {
  try {
    return { fields: parseSignInMessage(text), isStock: false }
  } catch (cause) {
    const fields = readStock(text, given)
    if (fields) return { fields, isStock: true }
    throw new Refusal(401, 'message', 'The message is not a sign-in message', { cause })
  }
}

function readStock(text: string, given: unknown): SignInMessage | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const fields = given as SignInMessage
  const { domain, accountAddress, statement, uri, version, chainId, nonce, issuedAt } = fields
  const { expirationTime, notBefore, requestId, resources } = fields
  try {
    // Each field is held against what it may hold, as in a message of our own.
    formatSignInMessage(fields)
  } catch {
    return undefined
  }
  const [head = ''] = text.split('\n', 1)
  const name = head.slice(`${domain}${opening}`.length, -' account:'.length)
  if (!networkName.test(name)) return undefined
  const written = [
    `${domain}${opening}${name} account:`,
    accountAddress,
    statement ? `\n${statement}\n` : '',
    `URI: ${uri}`,
    `Version: ${version}`,
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    ...(issuedAt ? [`Issued At: ${issuedAt}`] : []),
    ...(expirationTime ? [`Expiration Time: ${expirationTime}`] : []),
    ...(notBefore ? [`Not Before: ${notBefore}`] : []),
    ...(requestId ? [`Request ID: ${requestId}`] : []),
    ...(resources?.length ? ['Resources:', ...resources.map((each) => `- ${each}`)] : []),
  ].join('\n')
  return written === text ? fields : undefined
}
