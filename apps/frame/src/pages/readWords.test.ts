import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readWords } from './readWords.js'

// A vector of BIP-39.
const words =
  'hamster diagram private dutch cause delay private meat slide toddler razor book happy fancy gospel tennis maple dilemma loan word shrug inflict delay length'
const entropy = '68a79eaca2324873eacc50cb9c6eca8cc68ea5d936f98787c60c7ebc74e6ce7c'
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const list = words.split(' ')

describe('readWords', () => {
  it.each([
    ['as they are', words],
    ['in capitals, with spaces around', `  ${words.toUpperCase()} \n`],
    ['in numbered lines', list.map((word, at) => `${at + 1}. ${word}`).join('\n')],
    ['with commas', list.join(', ')],
  ])('reads words %s', (_, text) => {
    expect(hex(readWords(text))).toBe(entropy)
  })

  it('behavior: reads back whatever another library wrote', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        expect(hex(readWords(entropyToMnemonic(bytes, wordlist)))).toBe(hex(bytes))
      }),
    )
  })

  it.each([
    ['', 'A wallet has 24 words, and here are 0.'],
    ['hamster', 'A wallet has 24 words, and here is one.'],
    [list.slice(1).join(' '), 'A wallet has 24 words, and here are 23.'],
    [words.replace('dutch', 'dutsh'), 'Word 4 is none of those that wallets use. Look at how it is written.'],
    [
      words.replace('hamster', 'hamstre').replace('length', 'lenght'),
      'Words 1, 24 are none of those that wallets use. Look at how they are written.',
    ],
    [words.replace('dutch', 'zoo'), expect.stringMatching(/^Each word is known, but together they are no wallet/)],
    [
      ['diagram', 'hamster', ...list.slice(2)].join(' '),
      expect.stringMatching(/^Each word is known, but together they are no wallet/),
    ],
  ])('error: says what is wrong with %j, by its place and never by the word', (text, message) => {
    expect(() => readWords(text)).toThrow(expect.objectContaining({ code: 'INVALID_PARAMS', message }))
  })
})
