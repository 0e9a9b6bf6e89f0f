import { createPublicKey, verify } from 'node:crypto'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { tokenSeconds } from './relayLimits.js'

/** The subject of a token. */
export type TokenHolder = {
  /** The `did:key` of the client. */
  clientId: string
  /** When the token ends, in milliseconds. */
  expiresAt: number
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const didKey = /^did:key:z([1-9A-HJ-NP-Za-km-z]{40,60})$/
/** The `SubjectPublicKeyInfo` prefix of a raw Ed25519 key. */
const spki = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Reads the token a client opens its socket with: a JWT signed with the Ed25519 key that its `did:key` issuer names.
 *
 * @param token - The token.
 * @param options - The time, by how many seconds clocks may differ, which audiences are this relay, and what takes by how many seconds
 * the beginning of a token that is good otherwise lies after this time.
 * @returns Who it speaks for.
 * @throws LatchkeyError UNAUTHORIZED with the text that the socket is closed with; existing clients know these texts.
 * @see https://w3c-ccg.github.io/did-key-spec/
 */
export function readToken(
  token: string,
  options: {
    now: number
    leeway: number
    isAudience: (audience: string) => boolean
    onBegin?: (seconds: number) => void
  },
): TokenHolder {
  const [head = '', body = '', signature = '', ...more] = token.length > 4_096 ? [] : token.split('.')
  const header = readPart(head)
  const { iss, aud, iat, exp } = readPart(body)
  if (more.length > 0 || header.alg !== 'EdDSA') throw refuse('JWT Token is malformed')
  const key = typeof iss === 'string' && readKey(iss)
  if (!key) throw refuse('JWT Token has no usable issuer')
  if (!verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url')))
    throw refuse('JWT Token signature is not valid')
  const audiences: unknown[] = Array.isArray(aud) ? aud : [aud]
  if (!audiences.some((each) => typeof each === 'string' && options.isAudience(each)))
    throw refuse('JWT Token is for another audience')
  if (typeof iat !== 'number' || typeof exp !== 'number') throw refuse('JWT Token is malformed')
  const now = options.now / 1_000
  options.onBegin?.(iat - now)
  if (iat > now + options.leeway) throw refuse('JWT Token is not yet valid')
  if (exp < now - options.leeway) throw refuse('JWT Token is expired')
  if (exp - iat > tokenSeconds + options.leeway) throw refuse('JWT Token lives too long')
  return { clientId: iss, expiresAt: exp * 1_000 }
}

function refuse(why: string): LatchkeyError {
  return new LatchkeyError('UNAUTHORIZED', `JWT validation error: ${why}`)
}

function readPart(part: string): { readonly [name: string]: unknown } {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    if (typeof value === 'object' && value !== null) return value as { readonly [name: string]: unknown }
  } catch {}
  throw refuse('JWT Token is malformed')
}

function readKey(issuer: string) {
  const digits = didKey.exec(issuer)?.[1]
  if (digits === undefined) return undefined
  let value = 0n
  for (const digit of digits) value = value * 58n + BigInt(alphabet.indexOf(digit))
  // 0xed 0x01 says Ed25519.
  const hex = value.toString(16)
  if (hex.length !== 68 || !hex.startsWith('ed01')) return undefined
  return createPublicKey({ key: Buffer.concat([spki, Buffer.from(hex.slice(4), 'hex')]), format: 'der', type: 'spki' })
}
