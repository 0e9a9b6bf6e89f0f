import { createPrivateKey, sign } from 'node:crypto'
import { deriveSigningJwk } from './deriveSigningJwk.js'

/** What an attestation says: clients of the WalletConnect protocol read these fields. */
export type Attestation = {
  /** The SHA-256 of the sealed request, in hex. */
  id: string
  origin: string
  isScam: boolean
  isVerified: boolean
  /** Until when it holds, in seconds since 1970. */
  exp: number
}

/** Signs attestations. */
export type AttestationKey = {
  publicKey: { kty: 'EC'; crv: 'P-256'; x: string; y: string; ext: true; key_ops: readonly ['verify'] }
  /** Returns a JSON Web Token (ES256). */
  sign(attestation: Attestation): string
}

/**
 * Creates the P-256 key that signs attestations.
 *
 * @param secret - 32 random bytes; the same give the same key.
 * @returns The key.
 */
export function createAttestationKey(secret: Uint8Array): AttestationKey {
  const { d, ...jwk } = deriveSigningJwk(secret, 'attestation')
  const key = createPrivateKey({ key: { ...jwk, d }, format: 'jwk' })
  const header = encode({ alg: 'ES256', typ: 'JWT' })
  return {
    publicKey: { ...jwk, ext: true, key_ops: ['verify'] },
    sign(attestation) {
      const signed = `${header}.${encode(attestation)}`
      const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
      return `${signed}.${signature.toString('base64url')}`
    },
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
