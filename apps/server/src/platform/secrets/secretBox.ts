import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { LatchkeyError } from '@latchkey/protocol/errors'

/** Encrypts what the session tables hold and derives their look-up values: one secret, one derived key for each use. */
export type SecretBox = {
  /** Encrypts a text for a place; it opens nowhere else. */
  seal(text: string, place: string): string
  open(box: string, place: string): string
  /** A keyed hash: the same for the same text, and nothing to anybody without the key. */
  index(label: string, text: string): string
}

/**
 * Creates a box over a secret: AES-256-GCM for texts, HMAC-SHA256 for indexes.
 *
 * @param secret - 32 random bytes.
 * @returns The box.
 */
export function createSecretBox(secret: Uint8Array): SecretBox {
  if (secret.length !== 32) throw new LatchkeyError('INVALID_CONFIG', 'The session secret must be 32 bytes')
  const derive = (label: string) => Buffer.from(hkdfSync('sha256', secret, '', `latchkey/auth/1/${label}`, 32))
  const key = derive('box')
  return {
    seal(text, place) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
        'base64url',
      )
    },
    open(box, place) {
      const bytes = Buffer.from(box, 'base64url')
      try {
        const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
        cipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-16))
        return Buffer.concat([cipher.update(bytes.subarray(12, -16)), cipher.final()]).toString('utf8')
      } catch {
        throw new LatchkeyError('INVALID_PARAMS', 'The text cannot be decrypted')
      }
    },
    index: (label, text) =>
      createHmac('sha256', derive(`index/${label}`))
        .update(text)
        .digest('base64url'),
  }
}
