import type { SignatureCheck } from '@latchkey/core'
import { recoverKey } from '@latchkey/core/family'
import { type BitcoinAddress, readBitcoinAddress } from '@latchkey/protocol/internal/bitcoin'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, hex } from '@scure/base'
import { segwitHash, taprootHash } from './bip322.js'

/**
 * A witness for the address by BIP-322, or a signature of BIP-137 that gives a key of the address.
 *
 * @see https://github.com/bitcoin/bips/blob/master/bip-0322.mediawiki
 * @see https://github.com/bitcoin/bips/blob/master/bip-0137.mediawiki
 */
export function verifyBitcoin({ address, message, signature }: SignatureCheck): boolean {
  const owner = readBitcoinAddress(address)
  if (!owner) return false
  try {
    const bytes = base64.decode(signature)
    const text = new TextEncoder().encode(message)
    return bytes.length === 65 ? isOfKey(owner, text, bytes) : isWitness(owner, text, readWitness(bytes))
  } catch {
    // Not of a form that can be read.
    return false
  }
}

function isWitness({ kind, script }: BitcoinAddress, message: Uint8Array, witness: readonly Uint8Array[]): boolean {
  const [signed, key] = witness
  if (!signed) return false
  if (kind === 'p2tr') {
    // A kind is only said where it is not the usual one; all inputs and outputs must be signed.
    if (witness.length !== 1 || (signed.length === 65 && signed[64] !== 1)) return false
    const hash = taprootHash(script, message, signed.length === 65 ? 1 : 0)
    return schnorr.verify(signed.subarray(0, 64), hash, script.subarray(2))
  }
  if (witness.length !== 2 || key?.length !== 33 || signed.at(-1) !== 1) return false
  if (kind !== 'p2wpkh' && kind !== 'p2sh') return false
  if (!scriptsOf(key).includes(hex.encode(script))) return false
  const hash = segwitHash(script, hash160(key), message)
  return secp256k1.verify(signed.subarray(0, -1), hash, key, { prehash: false, format: 'der' })
}

function isOfKey({ script }: BitcoinAddress, message: Uint8Array, signature: Uint8Array): boolean {
  const head = (signature[0] ?? 0) - 27
  if (head < 0 || head > 15) return false
  const prefix = new TextEncoder().encode('\x18Bitcoin Signed Message:\n')
  const hash = sha256(sha256(Uint8Array.of(...prefix, ...compactSize(message.length), ...message)))
  const key = recoverKey(signature.subarray(1), head & 3, hash)
  if (!key) return false
  // The four first heads say that the key was written in its long form.
  const written = head < 4 ? secp256k1.Point.fromBytes(key).toBytes(false) : key
  return scriptsOf(written).includes(hex.encode(script))
}

/** The scripts of the addresses that a key alone can spend from; the newer ones know its short form only. */
function scriptsOf(key: Uint8Array): readonly string[] {
  const hash = hash160(key)
  const plain = hex.encode(Uint8Array.of(0x76, 0xa9, 20, ...hash, 0x88, 0xac))
  if (key.length !== 33) return [plain]
  const witness = Uint8Array.of(0, 20, ...hash)
  return [plain, hex.encode(witness), hex.encode(Uint8Array.of(0xa9, 20, ...hash160(witness), 0x87))]
}

function readWitness(bytes: Uint8Array): readonly Uint8Array[] {
  // No length of what is expected needs more than a byte.
  const [count = 0] = bytes
  const items: Uint8Array[] = []
  let at = 1
  for (let index = 0; index < count; index++) {
    const length = bytes[at] ?? 0
    if (length > 0xfc || at + 1 + length > bytes.length) throw new RangeError('The witness is cut off.')
    items.push(bytes.subarray(at + 1, at + 1 + length))
    at += 1 + length
  }
  if (at !== bytes.length) throw new RangeError('Something follows the witness.')
  return items
}

function compactSize(length: number): readonly number[] {
  if (length < 0xfd) return [length]
  return length <= 0xffff
    ? [0xfd, length & 255, length >> 8]
    : [0xfe, length & 255, (length >> 8) & 255, (length >> 16) & 255, length >>> 24]
}

function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes))
}
