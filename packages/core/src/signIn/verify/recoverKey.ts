import { secp256k1 } from '@noble/curves/secp256k1.js'

/**
 * The one key whose signature over a hash this is.
 *
 * @param signature - 64 bytes.
 * @param recovery - Which of the keys that fit, 0 to 3.
 * @param hash - The 32 bytes that were signed.
 * @returns The compressed key; undefined when no key fits.
 */
export function recoverKey(signature: Uint8Array, recovery: number, hash: Uint8Array): Uint8Array | undefined {
  try {
    return secp256k1.recoverPublicKey(Uint8Array.of(recovery, ...signature), hash, { prehash: false })
  } catch {
    return undefined
  }
}
