import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * Derives an Ed25519 private key by SLIP-10; every step is hardened, since that curve knows no other.
 *
 * @param seed - The BIP-39 seed.
 * @param path - The steps, for example `[44, 501, 0, 0]` for `m/44'/501'/0'/0'`.
 * @returns 32 bytes.
 * @see https://github.com/satoshilabs/slips/blob/master/slip-0010.md
 */
export function slip10(seed: Uint8Array, path: readonly number[]): Uint8Array {
  let node = hmac(sha512, utf8ToBytes('ed25519 seed'), seed)
  for (const step of path) {
    const index = new Uint8Array(4)
    new DataView(index.buffer).setUint32(0, step + 0x80000000)
    const data = concatBytes(new Uint8Array(1), node.subarray(0, 32), index)
    const next = hmac(sha512, node.subarray(32), data)
    data.fill(0)
    node.fill(0)
    node = next
  }
  const key = node.slice(0, 32)
  node.fill(0)
  return key
}
