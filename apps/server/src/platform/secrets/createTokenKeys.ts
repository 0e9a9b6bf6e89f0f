import type { JWTPayload } from 'jose'
import { deriveSigningJwk } from './deriveSigningJwk.js'
import { createSecretBox, type SecretBox } from './secretBox.js'

/** Signs and checks JSON Web Tokens (ES256) with the keys of a ring. */
export type TokenKeys = {
  /** All public keys of the ring, so that a token of an older one is still checked while a newer one signs. */
  jwks(): Promise<{ readonly keys: readonly PublicJwk[] }>
  /** Signs with the current key. A token of one type never passes for one of another. */
  sign(type: string, claims: JWTPayload): Promise<string>
  /**
   * The claims of a token that a key of the ring signed, for this type and issuer; undefined otherwise. Whether its time is over is for
   * the caller to judge, by the clock of the database that its processes share.
   */
  verify(type: string, token: string, options: { issuer: string }): Promise<SignedClaims | undefined>
  /** What hashes and codes are made with; the first is that of the current key. */
  readonly boxes: readonly [SecretBox, ...SecretBox[]]
}

/** The claims of a token; `exp` is in seconds since 1970. */
export type SignedClaims = JWTPayload & { exp: number; jti: string }

/** A public key of a JSON Web Key Set. @see https://www.rfc-editor.org/rfc/rfc7517 */
export type PublicJwk = {
  kty: 'EC'
  crv: 'P-256'
  x: string
  y: string
  kid: string
  alg: 'ES256'
  use: 'sig'
}

const alg = 'ES256'

/**
 * Creates the keys that sign tokens. They are derived, and what signs is loaded, when the first token is wanted.
 *
 * @param ring - 32 random bytes for each key, and which one signs.
 * @returns The keys.
 */
export function createTokenKeys(ring: { current: string; keys: ReadonlyMap<string, Uint8Array> }): TokenKeys {
  const secrets = [...ring.keys]
    .sort(([one], [other]) => Number(other === ring.current) - Number(one === ring.current))
    .map(([, secret]) => secret)
  const [current, ...older] = secrets.map(createSecretBox)
  if (current === undefined) throw new RangeError('The ring has no key')
  let opened: ReturnType<typeof open> | undefined
  const keys = () => (opened ??= open(secrets))
  return {
    jwks: async () => (await keys()).jwks,
    sign: async (typ, claims) => (await keys()).sign(typ, claims),
    verify: async (typ, token, options) => (await keys()).verify(typ, token, options),
    boxes: [current, ...older],
  }
}

async function open(secrets: readonly Uint8Array[]) {
  const { calculateJwkThumbprint, createLocalJWKSet, importJWK, jwtVerify, SignJWT } = await import('jose')
  const pairs = await Promise.all(
    secrets.map(async (secret) => {
      const { d, ...jwk } = deriveSigningJwk(secret, 'sign-in')
      const kid = await calculateJwkThumbprint(jwk)
      const publicJwk: PublicJwk = { ...jwk, kid, alg, use: 'sig' }
      return { kid, publicJwk, key: await importJWK({ ...jwk, d }, alg) }
    }),
  )
  const jwks = { keys: pairs.map(({ publicJwk }) => publicJwk) }
  const findKey = createLocalJWKSet(jwks)
  const [current] = pairs
  if (current === undefined) throw new RangeError('The ring has no key')
  return {
    jwks,
    sign: (typ: string, claims: JWTPayload) =>
      new SignJWT(claims).setProtectedHeader({ alg, typ, kid: current.kid }).sign(current.key),
    async verify(typ: string, token: string, { issuer }: { issuer: string }) {
      try {
        const options = { typ, issuer, algorithms: [alg], currentDate: new Date(0), requiredClaims: ['exp', 'jti'] }
        return (await jwtVerify<SignedClaims>(token, findKey, options)).payload
      } catch {
        // Forged or malformed: the response does not reveal which.
        return undefined
      }
    },
  }
}
