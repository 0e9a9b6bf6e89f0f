import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { x25519 } from '@noble/curves/ed25519.js'
import { expand, extract } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { LatchkeyError } from '../errors.js'

/** A key pair that messages can be sealed to. */
export type HpkeKeyPair = { publicKey: Uint8Array; privateKey: Uint8Array }

/** The context of a sealed message: `info` binds its purpose, `aad` its place. Both sides must use the same bytes. */
export type HpkeBinding = { info: Uint8Array; aad: Uint8Array }

const keySize = 32
const kemSuite = concatBytes(utf8ToBytes('KEM'), i2osp2(0x0020))
const hpkeSuite = concatBytes(utf8ToBytes('HPKE'), i2osp2(0x0020), i2osp2(0x0001), i2osp2(0x0003))
const empty = new Uint8Array()

/**
 * Creates a random X25519 key pair.
 *
 * @returns The pair, 32 bytes each.
 * @see https://www.rfc-editor.org/rfc/rfc7748
 *
 * @example
 * import { createHpkeKeyPair } from '@latchkey/protocol/internal/hpke'
 * const { publicKey, privateKey } = createHpkeKeyPair()
 */
export function createHpkeKeyPair(): HpkeKeyPair {
  const { publicKey, secretKey } = x25519.keygen()
  return { publicKey, privateKey: secretKey }
}

/**
 * Returns the `info` of a purpose.
 *
 * @param purpose - What the message is for, for example `server-half`.
 * @returns The bytes of `latchkey/hpke/1/` and the purpose.
 *
 * @example
 * import { hpkeInfo } from '@latchkey/protocol/internal/hpke'
 * const info = hpkeInfo('unlock')
 */
export function hpkeInfo(purpose: string): Uint8Array {
  return utf8ToBytes(`latchkey/hpke/1/${purpose}`)
}

/**
 * Seals one message so that only the owner of a key can open it: HPKE base mode with DHKEM(X25519, HKDF-SHA256),
 * HKDF-SHA256 and ChaCha20-Poly1305.
 *
 * @param publicKey - The receiver's X25519 key, 32 bytes.
 * @param message - What to seal.
 * @param binding - What it is bound to.
 * @param ephemeral - The sender's private key; random unless a test vector gives one.
 * @returns The encapsulated key (32 bytes) with the ciphertext behind it.
 * @throws LatchkeyError INVALID_PARAMS when the public key is not usable.
 * @see https://www.rfc-editor.org/rfc/rfc9180
 *
 * @example
 * import { createHpkeKeyPair, hpkeInfo, openHpke, sealHpke } from '@latchkey/protocol/internal/hpke'
 * const { publicKey, privateKey } = createHpkeKeyPair()
 * const binding = { info: hpkeInfo('unlock'), aad: new Uint8Array() }
 * const message = openHpke(privateKey, sealHpke(publicKey, new Uint8Array([1]), binding), binding)
 */
export function sealHpke(
  publicKey: Uint8Array,
  message: Uint8Array,
  { info, aad }: HpkeBinding,
  ephemeral: Uint8Array = x25519.utils.randomSecretKey(),
): Uint8Array {
  if (publicKey.length !== keySize) throw new LatchkeyError('INVALID_PARAMS', 'An HPKE public key has 32 bytes')
  const enc = x25519.getPublicKey(ephemeral)
  const { key, nonce } = schedule(sharedSecret(ephemeral, publicKey, enc, publicKey), info)
  return concatBytes(enc, chacha20poly1305(key, nonce, aad).encrypt(message))
}

/**
 * Opens what `sealHpke` sealed.
 *
 * @param privateKey - The receiver's private key, 32 bytes.
 * @param sealed - The encapsulated key with the ciphertext behind it.
 * @param binding - What it was bound to.
 * @returns The message.
 * @throws LatchkeyError INVALID_PARAMS when anything was changed or bound differently; it never says what.
 * @see https://www.rfc-editor.org/rfc/rfc9180
 *
 * @example
 * import { openHpke } from '@latchkey/protocol/internal/hpke'
 * const message = openHpke(privateKey, sealed, binding)
 */
export function openHpke(privateKey: Uint8Array, sealed: Uint8Array, { info, aad }: HpkeBinding): Uint8Array {
  try {
    const enc = sealed.subarray(0, keySize)
    const { key, nonce } = schedule(sharedSecret(privateKey, enc, enc, x25519.getPublicKey(privateKey)), info)
    return chacha20poly1305(key, nonce, aad).decrypt(sealed.subarray(keySize))
  } catch {
    // The cause is dropped: which step failed is nothing that a sender may learn.
    throw new LatchkeyError('INVALID_PARAMS', 'The sealed message cannot be opened')
  }
}

function sharedSecret(own: Uint8Array, theirs: Uint8Array, enc: Uint8Array, receiver: Uint8Array): Uint8Array {
  let dh: Uint8Array
  try {
    dh = x25519.getSharedSecret(own, theirs)
  } catch (cause) {
    throw new LatchkeyError('INVALID_PARAMS', 'The HPKE public key is not usable', { cause })
  }
  const prk = labeledExtract(kemSuite, empty, 'eae_prk', dh)
  return labeledExpand(kemSuite, prk, 'shared_secret', concatBytes(enc, receiver), keySize)
}

function schedule(secretShared: Uint8Array, info: Uint8Array): { key: Uint8Array; nonce: Uint8Array } {
  const pskIdHash = labeledExtract(hpkeSuite, empty, 'psk_id_hash', empty)
  const infoHash = labeledExtract(hpkeSuite, empty, 'info_hash', info)
  const context = concatBytes(new Uint8Array([0]), pskIdHash, infoHash)
  const secret = labeledExtract(hpkeSuite, secretShared, 'secret', empty)
  return {
    key: labeledExpand(hpkeSuite, secret, 'key', context, keySize),
    nonce: labeledExpand(hpkeSuite, secret, 'base_nonce', context, 12),
  }
}

function labeledExtract(suite: Uint8Array, salt: Uint8Array, label: string, input: Uint8Array): Uint8Array {
  return extract(sha256, concatBytes(utf8ToBytes('HPKE-v1'), suite, utf8ToBytes(label), input), salt)
}

function labeledExpand(suite: Uint8Array, prk: Uint8Array, label: string, info: Uint8Array, size: number): Uint8Array {
  const labeled = concatBytes(i2osp2(size), utf8ToBytes('HPKE-v1'), suite, utf8ToBytes(label), info)
  return expand(sha256, prk, labeled, size)
}

function i2osp2(value: number): Uint8Array {
  return new Uint8Array([value >> 8, value & 0xff])
}
