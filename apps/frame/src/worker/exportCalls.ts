import { toBase64Url } from '@latchkey/protocol/bytes'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { wordsOf } from './bip39.js'
import type { TakeExported } from './createKeeper.js'
import { type Addresses, addressesOf, deriveKeys } from './keys.js'
import type { Keeper } from './messages.js'
import type { Random } from './sealing.js'

/** How many words leave the worker at once. */
export const wordsAtOnce = 4

/** A wallet as a file: nothing in it is readable without the recovery code, and no server is needed to open it. */
export type Kit = {
  format: 'latchkey-kit'
  version: 1
  walletId: string
  addresses: Addresses
  /** How the recovery code becomes the key: HKDF-SHA256 with the wallet's id as salt and this label. */
  kdf: { name: 'HKDF-SHA256'; label: 'latchkey/code/kit/1' }
  cipher: { name: 'AES-256-GCM'; nonce: string; text: string }
}

/** What only the worker of the wallet's own windows answers; of a wallet only once it was opened for export. */
export type ExportCalls = {
  /** Gives one group of the words, and how many there are in all. */
  reveal: {
    ask: { group: number }
    answer: { words: string[]; groups: number; count: number }
  }
  /** Tells to which addresses words lead that somebody brings; nothing of them stays. */
  preview: { ask: { entropy: Uint8Array }; answer: { addresses: Addresses } }
  /** Seals the words under a key that was made from a recovery code. */
  kit: { ask: { key: CryptoKey }; answer: { kit: Kit } }
}
/** The keeper of the wallet's own windows. */
export type ExportKeeper = Keeper & {
  readonly [N in keyof ExportCalls]: (ask: ExportCalls[N]['ask']) => Promise<ExportCalls[N]['answer']>
}

/** The keeper as the page that restores a wallet needs it. */
export type PreviewKeeper = Keeper & Pick<ExportKeeper, 'preview'>

/**
 * Makes the calls that show a wallet's words to its owner.
 *
 * @param take - Gives the wallet when it was opened for export.
 * @param random - Where random bytes come from.
 * @returns The calls.
 */
export function createExportCalls(take: TakeExported, random: Random): Omit<ExportKeeper, keyof Keeper> {
  return {
    async reveal({ group }) {
      const words = wordsOf(take().entropy).split(' ')
      const groups = Math.ceil(words.length / wordsAtOnce)
      if (!Number.isInteger(group) || group < 0 || group >= groups)
        throw new LatchkeyError('INVALID_PARAMS', 'No such group of words')
      return { words: words.slice(group * wordsAtOnce, (group + 1) * wordsAtOnce), groups, count: words.length }
    },
    async preview({ entropy }) {
      const keys = await deriveKeys(entropy).finally(() => entropy.fill(0))
      const addresses = addressesOf(keys)
      for (const key of Object.values(keys)) key.fill(0)
      return { addresses }
    },
    async kit({ key }) {
      const { entropy, name, addresses } = take()
      const nonce = random(12)
      const text = Uint8Array.from(utf8ToBytes(wordsOf(entropy)))
      const head = { format: 'latchkey-kit', version: 1, walletId: name.walletId, addresses } as const
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

// A list keeps the parts apart whatever they hold; changed addresses would make a kit that lies about what it opens.
function kitBinding({ format, version, walletId, addresses }: Omit<Kit, 'kdf' | 'cipher'>): string {
  const { eip155, solana, bip122 } = addresses
  return JSON.stringify([format, version, walletId, eip155, solana, bip122.payment, bip122.ordinal])
}
