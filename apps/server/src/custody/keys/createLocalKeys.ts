import { createHash, randomBytes } from 'node:crypto'
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { aadBytes } from './aadBytes.js'
import { cannotOpen } from './keyFault.js'
import type { Aad, KeyProvider } from './keyProvider.js'
import type { KeyRing } from './readKeyRing.js'

const nonceSize = 24

/**
 * Keeps keys in this process, from a ring on disk: XChaCha20-Poly1305 with random nonces.
 *
 * @param ring - The ring.
 * @returns The provider.
 *
 * @example
 * import { createLocalKeys } from './createLocalKeys.js'
 * import { readKeyRing } from './readKeyRing.js'
 * const keys = createLocalKeys(readKeyRing('/run/credentials/latchkey/vault.ring'))
 */
export function createLocalKeys(ring: KeyRing): KeyProvider {
  const wrap = async (dek: Uint8Array, aad: Aad) => {
    const key = ring.keys.get(ring.current)
    if (key === undefined) throw cannotOpen()
    const nonce = randomBytes(nonceSize)
    const ct = xchacha20poly1305(key, nonce, aadBytes(aad)).encrypt(dek)
    return { ct: Uint8Array.from([...nonce, ...ct]), keyRef: `local:${ring.current}`, keyVersion: ring.current }
  }
  const unwrap = async (ct: Uint8Array, keyRef: string, aad: Aad) => {
    const key = keyRef.startsWith('local:') ? ring.keys.get(keyRef.slice(6)) : undefined
    if (key === undefined) throw cannotOpen()
    try {
      return xchacha20poly1305(key, ct.subarray(0, nonceSize), aadBytes(aad)).decrypt(ct.subarray(nonceSize))
    } catch {
      throw cannotOpen()
    }
  }
  return {
    name: 'local',
    identity: [...ring.keys.values()].map((key) => createHash('sha256').update(key).digest('hex')).join(' '),
    wrap,
    unwrap,
    rewrap: async (ct, keyRef, aad) => wrap(await unwrap(ct, keyRef, aad), aad),
    health: async () => 'ok',
    close: async () => undefined,
  }
}
