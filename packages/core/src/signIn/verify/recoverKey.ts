import { secp256k1 } from '@noble/curves/secp256k1.js'

/**
 * Finds the one secp256k1 key whose signature over a hash this is.
 *
 * @param signature - 64 bytes.
 * @param recovery - Which of the keys that fit, 0 to 3.
 * @param hash - The 32 bytes that were signed.
 * @returns The compressed key; undefined when no key fits.
 *
 * @example
 * import { recoverKey } from '@latchkey/core/family'
 * recoverKey(new Uint8Array(64), 0, new Uint8Array(32)) // undefined
 */
export function recoverKey(signature: Uint8Array, recovery: number, hash: Uint8Array): Uint8Array | undefined {
  try {
    return secp256k1.recoverPublicKey(Uint8Array.of(recovery, ...signature), hash, { prehash: false })
  } catch {
    return undefined
  }
}
