import { createECDH, hkdfSync } from 'node:crypto'

/** A P-256 key as a JSON Web Key, with its private part. */
export type SigningJwk = { kty: 'EC'; crv: 'P-256'; x: string; y: string; d: string }

const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/**
 * Derives a P-256 key for one use.
 *
 * @param secret - 32 random bytes; the same give the same key.
 * @param use - What the key is for; another use gives another key.
 * @returns The key.
 */
export function deriveSigningJwk(secret: Uint8Array, use: string): SigningJwk {
  // 16 bytes more than the order has, so that no remainder is likelier than another.
  const wide = Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), `latchkey ${use} P-256`, 48))
  const scalar = (BigInt(`0x${wide.toString('hex')}`) % (order - 1n)) + 1n
  const private32 = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(private32)
  const point = pair.getPublicKey()
  return {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    d: private32.toString('base64url'),
  }
}
