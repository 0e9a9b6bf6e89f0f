import { LatchkeyError } from '@latchkey/protocol/errors'

/** Private keys that an owner imported as they were: 32 bytes each, on Solana the seed of the key pair. */
export type ImportedKeys = { evm?: Uint8Array; solana?: Uint8Array }

/** The families that a key can be imported of, in the order in which their keys stand in a secret. */
export const importable = ['evm', 'solana'] as const

/**
 * Reads what the blob of a wallet holds. Of a wallet that comes from words that is their entropy alone, as it was before keys could
 * be imported. Else it is a byte whose bits say which keys follow (1 for EVM, 2 for Solana), those keys, and 32 bytes of
 * entropy for the networks that no key was imported for. No entropy is that long, so each form is known by its length.
 *
 * @param secret - The bytes.
 * @returns Views of the bytes, not copies.
 * @throws LatchkeyError INVALID_PARAMS for bytes of neither form.
 */
export function parseSecret(secret: Uint8Array): { entropy: Uint8Array; keys: ImportedKeys } {
  if (secret.length <= 32) return { entropy: secret, keys: {} }
  const [kinds = 0] = secret
  const names = importable.filter((_, at) => (kinds >> at) & 1)
  if (kinds < 1 || kinds > 3 || secret.length !== 33 + 32 * names.length)
    throw new LatchkeyError('INVALID_PARAMS', 'This is no secret of a wallet')
  const keys = Object.fromEntries(names.map((name, at) => [name, secret.subarray(1 + 32 * at, 33 + 32 * at)]))
  return { entropy: secret.subarray(-32), keys }
}
