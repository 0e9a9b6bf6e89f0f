import { LatchkeyError } from '@latchkey/protocol/errors'
import type { PreviewKeyring } from '../worker/exportCalls.js'
import type { Addresses } from '../worker/keys.js'
import { type ImportedKeys, importable } from '../worker/parseSecret.js'
import { readKeys } from './readKeys.js'
import { readWords } from './readWords.js'

/** An imported wallet, before anything of it is stored. */
export type Brought = {
  /** As `parseSecret` reads it. */
  readonly secret: Uint8Array
  /** The addresses; of a wallet of keys, only those in `imported` are final. */
  readonly addresses: Addresses
  /** The families whose private key was typed; none for a recovery phrase, which leads to all addresses. */
  readonly imported: readonly (keyof ImportedKeys)[]
}

/**
 * Reads a recovery phrase or private keys, and finds the addresses. Networks that no key is for get new entropy each time.
 *
 * @param keyring - The worker of the wallet's own windows.
 * @param text - What was typed.
 * @returns The secret, for the caller to wipe, and its addresses.
 * @throws LatchkeyError INVALID_PARAMS that says what is wrong, and never what was typed.
 */
export async function readSecret(keyring: PreviewKeyring, text: string): Promise<Brought> {
  const read = readKeys(text)
  const imported = importable.filter((name) => read?.keys[name])
  const secret = read ? join(read.keys) : readWords(text)
  for (const name of imported) read?.keys[name]?.fill(0)
  try {
    const { addresses } = await keyring.preview({ secret: secret.slice() })
    if (read?.solanaAddress !== undefined && read.solanaAddress !== addresses.solana)
      throw new LatchkeyError(
        'INVALID_PARAMS',
        'The two halves of this Solana key do not belong together: a character of it is wrong. Compare it with what the old wallet showed.',
      )
    return { secret, addresses, imported }
  } catch (error) {
    secret.fill(0)
    throw error
  }
}

function join({ evm, solana }: ImportedKeys): Uint8Array {
  const kinds = (evm ? 1 : 0) | (solana ? 2 : 0)
  const entropy = crypto.getRandomValues(new Uint8Array(32))
  const secret = Uint8Array.from([kinds, ...(evm ?? []), ...(solana ?? []), ...entropy])
  entropy.fill(0)
  return secret
}
