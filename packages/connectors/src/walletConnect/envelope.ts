import { LatchkeyError } from '@latchkey/protocol/errors'
import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { pow } from '@noble/curves/abstract/modular.js'
import { montgomery } from '@noble/curves/abstract/montgomery.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** An X25519 key pair in hex. */
export type KeyPair = { readonly publicKey: string; readonly privateKey: string }

// The packaged X25519 imports Ed25519 for faster key generation; one key per proposal is not worth its size.
const prime = 2n ** 255n - 19n
const x25519 = /* @__PURE__ */ montgomery({
  P: prime,
  type: 'x25519',
  powPminus2: (x) => pow(x, prime - 2n, prime),
  adjustScalarBytes(bytes: Uint8Array) {
    bytes[0] = (bytes[0] ?? 0) & 248
    bytes[31] = ((bytes[31] ?? 0) & 127) | 64
    return bytes
  },
})

const nonceLength = 12
const keyLength = 32
/** The maximum size of a message, far above any of the protocol. */
const mostCharacters = 1_500_000

/** 32 random bytes in hex. */
export function randomHex(): string {
  return bytesToHex(randomBytes(keyLength))
}

/** Creates a key pair for one proposal. */
export function createKeyPair(): KeyPair {
  const privateKey = x25519.utils.randomSecretKey()
  return { publicKey: bytesToHex(x25519.getPublicKey(privateKey)), privateKey: bytesToHex(privateKey) }
}

/** Derives the shared key of a session. */
export function deriveKey(privateKey: string, publicKey: string): string {
  const shared = x25519.getSharedSecret(hexToBytes(privateKey), hexToBytes(publicKey))
  return bytesToHex(hkdf(sha256, shared, undefined, undefined, keyLength))
}

/** The topic of a key: its SHA-256. */
export function topicOf(key: string): string {
  return bytesToHex(sha256(hexToBytes(key)))
}

/** The hash of a message. */
export function hashOf(message: string): string {
  return bytesToHex(sha256(utf8ToBytes(message)))
}

/** Encrypts a text for the holder of the key: an envelope of type 0, without a prefix. */
export function seal(key: string, text: string): string {
  const nonce = randomBytes(nonceLength)
  const sealed = chacha20poly1305(hexToBytes(key), nonce).encrypt(utf8ToBytes(text))
  return toBase64(concatBytes(new Uint8Array([0]), nonce, sealed))
}

/**
 * Decrypts what `seal` made.
 *
 * @throws LatchkeyError WALLET_BAD_ANSWER when it was changed on the way, or is for another key.
 */
export function open(key: string, message: string): string {
  // Type 1 is for a key that is not shared yet, type 2 is not encrypted.
  return read(message, 0, (bytes) => decrypt(key, bytes))
}

/**
 * Decrypts a message to a public key, before a key is shared: an envelope of type 1, which begins with the sender's public
 * key.
 *
 * @throws LatchkeyError WALLET_BAD_ANSWER when it was changed on the way, or is for another key.
 */
export function openFor(privateKey: string, message: string): string {
  return read(message, 1, (bytes) => {
    const sender = bytesToHex(bytes.slice(0, keyLength))
    return decrypt(deriveKey(privateKey, sender), bytes.slice(keyLength))
  })
}

function read(message: string, kind: number, decryptRest: (bytes: Uint8Array) => Uint8Array): string {
  try {
    if (message.length > mostCharacters) throw new RangeError('too long')
    const bytes = fromBase64(message)
    if (bytes[0] !== kind) throw new RangeError('unknown kind of envelope')
    return new TextDecoder('utf-8', { fatal: true }).decode(decryptRest(bytes.slice(1)))
  } catch (cause) {
    throw new LatchkeyError('WALLET_BAD_ANSWER', 'A message from the wallet cannot be decrypted.', { cause })
  }
}

function decrypt(key: string, bytes: Uint8Array): Uint8Array {
  return chacha20poly1305(hexToBytes(key), bytes.slice(0, nonceLength)).decrypt(bytes.slice(nonceLength))
}

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
