import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** Added to a step that is hardened, which is written with a prime. */
export const hardened = 0x80000000

const { Fn } = secp256k1.Point

/**
 * Derives a secp256k1 private key by BIP-32; from private keys only, which is all that a wallet needs for its own accounts.
 *
 * @param seed - The BIP-39 seed.
 * @param path - The steps, for example `[hardened + 44, hardened + 60, hardened, 0, 0]` for `m/44'/60'/0'/0/0`.
 * @returns 32 bytes.
 * @throws Error when a step has no key, which happens once in 2^127 times.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki
 */
export function bip32(seed: Uint8Array, path: readonly number[]): Uint8Array {
  let node = hmac(sha512, utf8ToBytes('Bitcoin seed'), seed)
  let key = readScalar(node)
  for (const step of path) {
    const index = new Uint8Array(4)
    new DataView(index.buffer).setUint32(0, step)
    const own = node.subarray(0, 32)
    const data =
      step >= hardened
        ? concatBytes(new Uint8Array(1), own, index)
        : concatBytes(secp256k1.getPublicKey(own, true), index)
    const next = hmac(sha512, node.subarray(32), data)
    key = Fn.add(Fn.fromBytes(next.subarray(0, 32)), key)
    next.set(Fn.toBytes(key))
    readScalar(next)
    data.fill(0)
    node.fill(0)
    node = next
  }
  const found = node.slice(0, 32)
  node.fill(0)
  return found
}

function readScalar(node: Uint8Array): bigint {
  const scalar = Fn.fromBytes(node.subarray(0, 32))
  if (!Fn.isValidNot0(scalar)) throw new Error('This step has no key')
  return scalar
}
