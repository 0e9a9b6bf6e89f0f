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

  // Vectors of BIP-39.
  it.each([
    [
      12,
      '9e885d952ad362caeb4efe34a8e91bd2',
      'ozone drill grab fiber curtain grace pudding thank cruise elder eight picnic',
    ],
    [
      18,
      '6610b25967cdcca9d59875f5cb50b0ea75433311869e930b',
      'gravity machine north sort system female filter attitude volume fold club stay feature office ecology stable narrow fog',
    ],
  ])('reads %i words', (_, bytes, text) => {
    expect(hex(readWords(text))).toBe(bytes)
  })

  it.each([16, 20, 24, 28, 32])('behavior: reads back whatever another library wrote of %i bytes', (length) => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: length, maxLength: length }), (bytes) => {
        expect(hex(readWords(entropyToMnemonic(bytes, wordlist)))).toBe(hex(bytes))
      }),
    )
  })

  it.each([12, 15, 18, 21, 24])('error: of %i words whose last is another one are no wallet but by chance', (count) => {
    const right = entropyToMnemonic(new Uint8Array((count / 3) * 4).fill(7), wordlist).split(' ')
    const isTaken = (last: string) => {
      try {
        readWords([...right.slice(0, -1), last].join(' '))
        return true
      } catch {
        return false
      }
    }
    // Of 2,048 last words one in 2^(count / 3) fits.
    expect(wordlist.filter(isTaken).length).toBe(2048 / 2 ** (count / 3))
  })

  it.each([
    ['', 'A recovery phrase has 12, 15, 18, 21 or 24 words, and here are 0.'],
    ['hamster', 'A recovery phrase has 12, 15, 18, 21 or 24 words, and here is one.'],
    [list.slice(1).join(' '), 'A recovery phrase has 12, 15, 18, 21 or 24 words, and here are 23.'],
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
