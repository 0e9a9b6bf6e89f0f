import { randomBytes } from 'node:crypto'
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import * as z from 'zod'
import { aadBytes } from './keys/aadBytes.js'
import { cannotOpen } from './keys/keyFault.js'
import type { Aad, KeyProvider } from './keys/keyProvider.js'

const nonceSize = 24
const schema = z.object({ v: z.literal(1), ref: z.string(), ver: z.string(), dek: z.base64url(), ct: z.base64url() })

/**
 * Encrypts a secret for one row: under a data key of its own, which the provider wraps; both are bound to the row.
 *
 * @param keys - Who wraps the data key.
 * @param secret - What to keep.
 * @param aad - What names the row.
 * @returns Text for the row.
 *
 * @example
 * import { sealEnvelope } from './envelope.js'
 * const text = await sealEnvelope(keys, half, { v: '1', walletId, factorId, kind, epoch: '1' })
 */
export async function sealEnvelope(keys: KeyProvider, secret: Uint8Array, aad: Aad): Promise<string> {
  const dek = Uint8Array.from(randomBytes(32))
  try {
    const nonce = randomBytes(nonceSize)
    const ct = xchacha20poly1305(dek, nonce, aadBytes(aad)).encrypt(secret)
    const wrapped = await keys.wrap(dek, aad)
    return JSON.stringify({
      v: 1,
      ref: wrapped.keyRef,
      ver: wrapped.keyVersion,
      dek: Buffer.from(wrapped.ct).toString('base64url'),
      ct: Buffer.concat([nonce, ct]).toString('base64url'),
    })
  } finally {
    dek.fill(0)
  }
}

/**
 * Decrypts the secret of a row.
 *
 * @param keys - Who wrapped the data key.
 * @param text - What `sealEnvelope` gave.
 * @param aad - What names the row.
 * @returns The secret.
 * @throws LatchkeyError INVALID_PARAMS when it belongs to another row or was changed, API_UNREACHABLE.
 */
export async function openEnvelope(keys: KeyProvider, text: string, aad: Aad): Promise<Uint8Array> {
  const { ref, dek: wrapped, ct } = read(text)
  const dek = await keys.unwrap(Uint8Array.from(Buffer.from(wrapped, 'base64url')), ref, aad)
  try {
    const bytes = Uint8Array.from(Buffer.from(ct, 'base64url'))
    return xchacha20poly1305(dek, bytes.subarray(0, nonceSize), aadBytes(aad)).decrypt(bytes.subarray(nonceSize))
  } catch {
    throw cannotOpen()
  } finally {
    dek.fill(0)
  }
}

/**
 * Moves a row to the key that is current now; the secret itself is not looked at.
 *
 * @returns The new text, to be written only if the row still holds the old one.
 */
export async function rewrapEnvelope(keys: KeyProvider, text: string, aad: Aad): Promise<string> {
  const envelope = read(text)
  const wrapped = await keys.rewrap(Uint8Array.from(Buffer.from(envelope.dek, 'base64url')), envelope.ref, aad)
  const dek = Buffer.from(wrapped.ct).toString('base64url')
  return JSON.stringify({ ...envelope, ref: wrapped.keyRef, ver: wrapped.keyVersion, dek })
}

/**
 * Returns which key wrapped a row, without opening anything.
 *
 * @returns The key and its version as the provider names them.
 * @throws LatchkeyError INVALID_PARAMS when it is no envelope.
 */
export function wrappedBy(text: string): { ref: string; ver: string } {
  const { ref, ver } = read(text)
  return { ref, ver }
}

function read(text: string): z.output<typeof schema> {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw cannotOpen()
  }
}
