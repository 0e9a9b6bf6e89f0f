import { LatchkeyError } from '@latchkey/protocol/errors'
import { toBase64Url } from '@latchkey/protocol/internal/bytes'
import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { wordsOf } from './bip39.js'
import type { TakeExported } from './createKeyring.js'
import { type Addresses, addressesOf, deriveKeys } from './keys.js'
import type { Keyring } from './messages.js'
import { type ImportedKeys, importable, parseSecret } from './parseSecret.js'
import type { Random } from './sealing.js'
import { toBase58 } from './writeAddress.js'

/** How many words, or fours of a key's characters, leave the worker at once. */
export const wordsAtOnce = 4

/** A private key that the owner imported, by whose key it is. */
export type ImportedKey = keyof ImportedKeys

/** A wallet as a file: nothing in it is readable without the recovery code, and no server is needed to open it. */
export type Kit = {
  format: 'latchkey-kit'
  /** 2 where keys were imported: then the text is JSON of the words and the keys, else the words alone. */
  version: 1 | 2
  walletId: string
  addresses: Addresses
  /** How the recovery code becomes the key: HKDF-SHA256 with the wallet's id as salt and this label. */
  kdf: { name: 'HKDF-SHA256'; label: 'latchkey/code/kit/1' }
  cipher: { name: 'AES-256-GCM'; nonce: string; text: string }
}

/** What only the worker of the wallet's own windows answers; of a wallet only once it was opened for export. */
export type ExportCalls = {
  /**
   * Returns one group of the words, or of an imported key as others write it, four characters each; how many there are in all; and
   * which keys were imported.
   */
  reveal: {
    ask: { group: number; of?: ImportedKey }
    answer: { words: string[]; groups: number; count: number; imported: readonly ImportedKey[] }
  }
  /** Derives the addresses of an imported secret; nothing is stored. */
  preview: { ask: { secret: Uint8Array }; answer: { addresses: Addresses } }
  /** Seals the words and the imported keys under a key that was made from a recovery code. */
  kit: { ask: { key: CryptoKey }; answer: { kit: Kit } }
}
/** The keyring of the wallet's own windows. */
export type ExportKeyring = Keyring & {
  readonly [N in keyof ExportCalls]: (ask: ExportCalls[N]['ask']) => Promise<ExportCalls[N]['answer']>
}

/** The keyring as the page that restores a wallet needs it. */
export type PreviewKeyring = Keyring & Pick<ExportKeyring, 'preview'>

/**
 * Creates the calls that show a wallet's words and imported keys to its owner.
 *
 * @param take - Gives the wallet when it was opened for export.
 * @param random - Where random bytes come from.
 * @returns The calls.
 */
export function createExportCalls(take: TakeExported, random: Random): Omit<ExportKeyring, keyof Keyring> {
  return {
    async reveal({ group, of }) {
      const { entropy, keys } = parseSecret(take().secret)
      const key = of && keys[of]
      if (of && !key) throw new LatchkeyError('INVALID_PARAMS', 'No such key was imported')
      const words = of && key ? (writeKey(of, key).match(/.{1,4}/g) ?? []) : wordsOf(entropy).split(' ')
      const groups = Math.ceil(words.length / wordsAtOnce)
      if (!Number.isInteger(group) || group < 0 || group >= groups)
        throw new LatchkeyError('INVALID_PARAMS', 'No such group of words')
      const shown = words.slice(group * wordsAtOnce, (group + 1) * wordsAtOnce)
      return { words: shown, groups, count: words.length, imported: importable.filter((name) => keys[name]) }
    },
    async preview({ secret }) {
      const keys = await deriveKeys(secret).finally(() => secret.fill(0))
      const addresses = addressesOf(keys)
      for (const key of Object.values(keys)) key.fill(0)
      return { addresses }
    },
    async kit({ key }) {
      const { secret, name, addresses } = take()
      const { entropy, keys } = parseSecret(secret)
      const { evm, solana } = keys
      const nonce = random(12)
      const words = wordsOf(entropy)
      const imported = {
        ...(evm && { eip155: `0x${writeKey('evm', evm)}` }),
        ...(solana && { solana: writeKey('solana', solana) }),
      }
      const version = evm || solana ? 2 : 1
      const text = Uint8Array.from(utf8ToBytes(version === 2 ? JSON.stringify({ words, keys: imported }) : words))
      const head = { format: 'latchkey-kit', version, walletId: name.walletId, addresses } as const
      const additionalData = Uint8Array.from(utf8ToBytes(kitBinding(head)))
      const cipher = await crypto.subtle
        .encrypt({ name: 'AES-GCM', iv: nonce, additionalData }, key, text)
        .finally(() => text.fill(0))
      return {
        kit: {
          ...head,
          kdf: { name: 'HKDF-SHA256', label: 'latchkey/code/kit/1' },
          cipher: { name: 'AES-256-GCM', nonce: toBase64Url(nonce), text: toBase64Url(new Uint8Array(cipher)) },
        },
      }
    },
  }
}

// As other wallets write and read it: hex on EVM networks; on Solana base58 of the seed with the public key behind it.
function writeKey(of: ImportedKey, key: Uint8Array): string {
  return of === 'evm' ? bytesToHex(key) : toBase58(concatBytes(key, ed25519.getPublicKey(key)))
}

// A list keeps the parts apart whatever they hold; changed addresses would make a kit that lies about what it opens.
function kitBinding({ format, version, walletId, addresses }: Omit<Kit, 'kdf' | 'cipher'>): string {
  const { eip155, solana, bip122 } = addresses
  return JSON.stringify([format, version, walletId, eip155, solana, bip122.payment, bip122.ordinal])
}
