import { importable, parseSecret } from './parseSecret.js'

/**
 * Writes the keys that an owner imported over those that the words lead to.
 *
 * @param keys - The keys of the words.
 * @param secret - The secret of the wallet.
 * @throws LatchkeyError INVALID_PARAMS for bytes that are no secret.
 */
export function setImportedKeys(keys: { evm: Uint8Array; solana: Uint8Array }, secret: Uint8Array): void {
  const imported = parseSecret(secret).keys
  for (const name of importable) keys[name].set(imported[name] ?? keys[name])
}
