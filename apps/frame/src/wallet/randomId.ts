import { toBase64Url } from '@latchkey/protocol/internal/bytes'

/**
 * Creates an id as the wallet's server takes it.
 *
 * @returns 128 random bits as base64url.
 */
export function randomId(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(16)))
}
