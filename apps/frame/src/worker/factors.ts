import { LatchkeyError } from '@latchkey/protocol/errors'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Addresses } from './keys.js'

/** The associated data of a wallet's blob. */
export type BlobName = { walletId: string; userId: string; epoch: number; addresses: Addresses }
/** The two halves of a wallet key; each alone says nothing of it. */
export type Halves = { serverHalf: Uint8Array; clientHalf: Uint8Array }

const nonceSize = 12

/**
 * Splits a wallet key for one factor: S is random and C is K xor S, so either alone is a one-time pad.
 *
 * @param key - The wallet key, 32 bytes.
 * @param serverHalf - 32 random bytes that were never used before.
 * @returns Both halves.
 * @throws LatchkeyError INVALID_PARAMS for another length.
 */
export function splitKey(key: Uint8Array, serverHalf: Uint8Array): Halves {
  return { serverHalf, clientHalf: xor(key, serverHalf) }
}

/**
 * Joins two halves; whether they belong together shows only when the blob opens.
 *
 * @param halves - Both halves, 32 bytes each.
 * @returns The wallet key.
 * @throws LatchkeyError INVALID_PARAMS for another length.
 */
export function joinKey({ serverHalf, clientHalf }: Halves): Uint8Array {
  return xor(serverHalf, clientHalf)
}

/**
 * Seals the secret of a wallet under its key, bound to wallet, user, epoch and addresses.
 *
 * @param key - The wallet key.
 * @param secret - What its keys are made of, see `parseSecret`.
 * @param name - What it is bound to.
 * @param nonce - 12 random bytes.
 * @returns The nonce with the ciphertext behind it.
 */
export async function sealBlob(
  key: Uint8Array,
  secret: Uint8Array,
  name: BlobName,
  nonce: Uint8Array,
): Promise<Uint8Array> {
  const wrapping = await imported(key, 'encrypt')
  const text = Uint8Array.from(secret)
  const sealed = await crypto.subtle.encrypt(gcm(nonce, name), wrapping, text).finally(() => text.fill(0))
  return concatBytes(nonce, new Uint8Array(sealed))
}

/**
 * Opens the blob of a wallet.
 *
 * @param key - The wallet key.
 * @param blob - What `sealBlob` gave.
 * @param name - What it must be bound to.
 * @returns The secret.
 * @throws LatchkeyError UNAUTHORIZED when the key is wrong or anything was changed; never a wrong secret.
 */
export async function openBlob(key: Uint8Array, blob: Uint8Array, name: BlobName): Promise<Uint8Array> {
  try {
    const sealed = Uint8Array.from(blob.subarray(nonceSize))
    const algorithm = gcm(blob.subarray(0, nonceSize), name)
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, await imported(key, 'decrypt'), sealed))
  } catch {
    throw new LatchkeyError('UNAUTHORIZED', 'The wallet cannot be opened with this key')
  }
}

function gcm(nonce: Uint8Array, name: BlobName): AesGcmParams {
  return { name: 'AES-GCM', iv: Uint8Array.from(nonce), additionalData: Uint8Array.from(aadOf(name)) }
}

async function imported(key: Uint8Array, usage: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
  const bytes = Uint8Array.from(key)
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, [usage]).finally(() => bytes.fill(0))
}

// JSON of a list keeps the parts apart whatever they hold.
function aadOf({ walletId, userId, epoch, addresses }: BlobName): Uint8Array {
  const { eip155, solana, bip122 } = addresses
  const parts = ['vb1', walletId, userId, epoch, eip155, solana, bip122.payment, bip122.ordinal]
  return sha256(utf8ToBytes(JSON.stringify(parts)))
}

function xor(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length !== 32 || b.length !== 32)
    throw new LatchkeyError('INVALID_PARAMS', 'A key and its halves have 32 bytes')
  return a.map((byte, at) => byte ^ (b[at] ?? 0))
}
