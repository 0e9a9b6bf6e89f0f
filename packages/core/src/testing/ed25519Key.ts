import { sha256 } from '@noble/hashes/sha2.js'
import { base64urlnopad } from '@scure/base'

/** A key of Ed25519, held by the platform's own cryptography. */
export type Ed25519Key = {
  readonly publicKey: Uint8Array
  sign(message: Uint8Array): Promise<Uint8Array>
}

/** What stands before the 32 secret bytes of a key. @see https://www.rfc-editor.org/rfc/rfc8410 */
const pkcs8Head = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20]

/**
 * Creates the key that belongs to a text, for a fake wallet.
 *
 * @param seed - Any text; the same text gives the same key.
 * @returns The key.
 *
 * @example
 * import { ed25519Key } from '@latchkey/core/testing'
 * const { publicKey, sign } = await ed25519Key('ada')
 */
export async function ed25519Key(seed: string): Promise<Ed25519Key> {
  const secret = Uint8Array.of(...pkcs8Head, ...sha256(new TextEncoder().encode(seed)))
  const key = await crypto.subtle.importKey('pkcs8', secret, 'Ed25519', true, ['sign'])
  const { x = '' } = await crypto.subtle.exportKey('jwk', key)
  return {
    publicKey: base64urlnopad.decode(x),
    sign: async (message) => new Uint8Array(await crypto.subtle.sign('Ed25519', key, Uint8Array.from(message))),
  }
}
