import { createPrivateKey, type KeyObject, randomBytes, sign } from 'node:crypto'
import { LatchkeyError } from '@latchkey/protocol/errors'

/** How long a token counts, in seconds. */
const life = 120

/**
 * Reads the secret of a key of Coinbase's developer platform: an elliptic-curve key as PEM, or 64 bytes of Ed25519 as Base64.
 *
 * @throws LatchkeyError INVALID_CONFIG when it is neither.
 */
export function readCdpKey(text: string): KeyObject {
  try {
    if (text.includes('BEGIN')) return createPrivateKey(text.replaceAll('\\n', '\n'))
    const bytes = Buffer.from(text, 'base64')
    if (bytes.length !== 64) throw new Error('no key')
    const jwk = {
      kty: 'OKP',
      crv: 'Ed25519',
      d: bytes.subarray(0, 32).toString('base64url'),
      x: bytes.subarray(32).toString('base64url'),
    }
    return createPrivateKey({ key: jwk, format: 'jwk' })
  } catch {
    throw new LatchkeyError('INVALID_CONFIG', 'LATCHKEY_COINBASE_KEY is neither a PEM key nor 64 bytes in Base64')
  }
}

/**
 * Signs the token that lets one call of the platform through.
 *
 * @param key - The key and its id.
 * @param call - Method, host and path, without a query.
 * @see https://docs.cdp.coinbase.com/api-reference/v2/authentication
 */
export function signCdpToken(
  { id, key }: { id: string; key: KeyObject },
  call: { method: string; host: string; path: string },
  now: Date,
): string {
  const isEd25519 = key.asymmetricKeyType === 'ed25519'
  const seconds = Math.floor(now.getTime() / 1000)
  const header = { alg: isEd25519 ? 'EdDSA' : 'ES256', kid: id, typ: 'JWT', nonce: randomBytes(16).toString('hex') }
  const claims = {
    ...{ sub: id, iss: 'cdp', nbf: seconds, exp: seconds + life },
    uris: [`${call.method} ${call.host}${call.path}`],
  }
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const signature = isEd25519
    ? sign(null, Buffer.from(text), key)
    : sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}
