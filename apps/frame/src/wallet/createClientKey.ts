/**
 * Creates the key of a device factor: what it encrypts can be read in this browser alone.
 *
 * @returns An AES-GCM key that cannot be read out.
 */
export function createClientKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}
