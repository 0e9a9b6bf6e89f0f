import { utf8ToBytes } from '@noble/hashes/utils.js'

/** The labels of keys derived from a recovery code or a passkey; each key is independent of the others. */
export type KeyLabel = 'code/locator' | 'code/verifier' | 'code/client' | 'code/kit' | 'passkey/client'

/**
 * Derives 32 bytes by HKDF-SHA256, bound to one wallet and one use.
 *
 * @param secret - What it is derived from.
 * @param walletId - The wallet.
 * @param label - The use.
 * @returns The bytes.
 */
export async function deriveBytes(
  secret: Uint8Array<ArrayBuffer>,
  walletId: string,
  label: KeyLabel,
): Promise<Uint8Array> {
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  return new Uint8Array(await crypto.subtle.deriveBits(parameters(walletId, label), base, 256))
}

/**
 * Derives an AES-256-GCM key that never leaves the browser's key store, bound to one wallet and one use.
 *
 * @param secret - What it is derived from.
 * @param walletId - The wallet.
 * @param label - The use.
 * @returns The key.
 */
export async function deriveKey(
  secret: Uint8Array<ArrayBuffer>,
  walletId: string,
  label: KeyLabel,
): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  const algorithm = { name: 'AES-GCM', length: 256 }
  return crypto.subtle.deriveKey(parameters(walletId, label), base, algorithm, false, ['encrypt', 'decrypt'])
}

function parameters(walletId: string, label: KeyLabel): HkdfParams {
  const [salt, info] = [walletId, `latchkey/${label}/1`].map((text) => Uint8Array.from(utf8ToBytes(text)))
  return { name: 'HKDF', hash: 'SHA-256', salt: salt ?? new Uint8Array(), info: info ?? new Uint8Array() }
}
