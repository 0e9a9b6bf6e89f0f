import { LatchkeyError } from '@latchkey/protocol/errors'
import { sha256 } from '@noble/hashes/sha2.js'
import { wordlist } from '@scure/bip39/wordlists/english.js'

const wordCounts: readonly number[] = [12, 15, 18, 21, 24]

/**
 * Parses a phrase of 12 to 24 English words as people write it down: numbered, in lines, in any case.
 *
 * @param text - What was typed.
 * @returns The 16 to 32 bytes behind them.
 * @throws LatchkeyError INVALID_PARAMS that says which word is wrong, by its place and never by the word; or that together they are.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0039.mediawiki
 */
export function readWords(text: string): Uint8Array {
  const words =
    text
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  if (!wordCounts.includes(words.length)) {
    const found = words.length === 1 ? 'is one' : `are ${words.length}`
    throw wrong(`A recovery phrase has 12, 15, 18, 21 or 24 words, and here ${found}.`)
  }
  const places = words.map((word) => wordlist.indexOf(word))
  const unknown = places.flatMap((place, at) => (place < 0 ? [at + 1] : []))
  if (unknown.length > 0)
    throw wrong(
      unknown.length === 1
        ? `Word ${unknown[0]} is none of those that wallets use. Look at how it is written.`
        : `Words ${unknown.join(', ')} are none of those that wallets use. Look at how they are written.`,
    )
  const bits = places.map((place) => place.toString(2).padStart(11, '0')).join('')
  // Of 33 bits one is a check of the 32 before it.
  const checked = words.length / 3
  const entropy = Uint8Array.from(bits.slice(0, -checked).match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
  const check = (sha256(entropy)[0] ?? 0) >> (8 - checked)
  if (check !== Number.parseInt(bits.slice(-checked), 2)) {
    entropy.fill(0)
    throw wrong('Each word is known, but together they are no wallet: one of them is another, or two changed places.')
  }
  return entropy
}

function wrong(message: string): LatchkeyError {
  return new LatchkeyError('INVALID_PARAMS', message)
}
