import { LatchkeyError } from '@latchkey/protocol/errors'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { wordlist } from '@scure/bip39/wordlists/english.js'

/**
 * Writes entropy as the English words of BIP-39: eleven bits a word, the last ones a checksum.
 *
 * @param entropy - 16 to 32 bytes, a multiple of 4.
 * @returns 12 to 24 words, with a space between.
 * @throws LatchkeyError INVALID_PARAMS for another length.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0039.mediawiki
 */
export function wordsOf(entropy: Uint8Array): string {
  const size = entropy.length
  if (size < 16 || size > 32 || size % 4 !== 0)
    throw new LatchkeyError('INVALID_PARAMS', 'Entropy has 16 to 32 bytes, a multiple of 4')
  const words: string[] = []
  let [held, bits] = [0, 0]
  for (const byte of concatBytes(entropy, sha256(entropy).subarray(0, 1))) {
    held = (held << 8) | byte
    bits += 8
    if (bits < 11) continue
    bits -= 11
    words.push(wordlist[held >> bits] ?? '')
    held &= (1 << bits) - 1
  }
  return words.join(' ')
}

/**
 * Stretches words into the seed that keys are derived from.
 *
 * @param words - What `wordsOf` gave.
 * @param passphrase - None in the wallets that are made here.
 * @returns 64 bytes.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0039.mediawiki
 */
export async function seedOf(words: string, passphrase = ''): Promise<Uint8Array> {
  const sentence = Uint8Array.from(utf8ToBytes(words))
  const key = await crypto.subtle
    .importKey('raw', sentence, 'PBKDF2', false, ['deriveBits'])
    .finally(() => sentence.fill(0))
  const salt = Uint8Array.from(utf8ToBytes(`mnemonic${passphrase.normalize('NFKD')}`))
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-512', salt, iterations: 2048 }, key, 512),
  )
}
