import { createHash, randomBytes } from 'node:crypto'

/** A random id of 128 bits as base64url. */
export function randomId(): string {
  return randomBytes(16).toString('base64url')
}

/** A random secret of 256 bits as base64url. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a random secret: its SHA-256, which is enough for 256 bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
