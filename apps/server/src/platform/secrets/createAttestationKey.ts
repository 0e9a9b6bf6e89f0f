import { createECDH, createPrivateKey, hkdfSync, sign } from 'node:crypto'

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
  /** Gives a JSON Web Token (ES256). */
  sign(attestation: Attestation): string
}

const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/**
 * Makes the P-256 key that signs attestations.
 *
 * @param secret - 32 random bytes; the same give the same key.
 * @returns The key.
 */
export function createAttestationKey(secret: Uint8Array): AttestationKey {
  // 16 bytes more than the order has, so that no remainder is likelier than another.
  const wide = Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), 'latchkey attestation P-256', 48))
  const scalar = (BigInt(`0x${wide.toString('hex')}`) % (order - 1n)) + 1n
  const private32 = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(private32)
  const point = pair.getPublicKey()
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const jwk = { kty: 'EC', crv: 'P-256', x, y } as const
  const key = createPrivateKey({ key: { ...jwk, d: private32.toString('base64url') }, format: 'jwk' })
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
