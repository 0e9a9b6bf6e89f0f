import { LatchkeyError } from '@latchkey/protocol/errors'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const size = 16
const digits = 26
const groupSize = 4
// The largest prime that two digits can write: with it, one wrong digit or two swapped ones never go unnoticed.
const modulus = 1021

/**
 * Creates a recovery code: 128 random bits as 26 digits of Crockford's base 32 and two that check them, in groups of four.
 *
 * @returns The code, for example `1F6W-…`.
 * @see https://www.crockford.com/base32.html
 */
export function createRecoveryCode(): string {
  return writeRecoveryCode(crypto.getRandomValues(new Uint8Array(size)))
}

/**
 * Writes the bytes of a recovery code as people read them.
 *
 * @param bytes - 16 bytes.
 * @returns The code in groups of four.
 */
export function writeRecoveryCode(bytes: Uint8Array): string {
  let value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  const values: number[] = []
  for (let at = 0; at < digits; at++) {
    values.unshift(Number(value & 31n))
    value >>= 5n
  }
  const check = checkOf(values)
  const text = [...values, check >> 5, check & 31].map((digit) => alphabet[digit]).join('')
  return groupsOf(text).join('-')
}

/**
 * Reads a recovery code as people type it: case, spaces and dashes do not matter, nor does O for 0, or I and L for 1.
 *
 * @param text - What was typed.
 * @returns The 16 bytes.
 * @throws LatchkeyError INVALID_PARAMS with what is wrong with it.
 */
export function readRecoveryCode(text: string): Uint8Array<ArrayBuffer> {
  const typed = foldCode(text)
  const stray = [...typed].find((digit) => !alphabet.includes(digit))
  if (stray !== undefined) throw invalid(`“${stray}” is not part of any recovery code. Compare it with your copy.`)
  if (typed.length !== digits + 2)
    throw invalid(`A recovery code has ${digits + 2} characters, these are ${typed.length}. Nothing was tried.`)
  const values = [...typed].map((digit) => alphabet.indexOf(digit))
  const payload = values.slice(0, digits)
  const check = ((values[digits] ?? 0) << 5) | (values[digits + 1] ?? 0)
  const value = payload.reduce((sum, digit) => (sum << 5n) | BigInt(digit), 0n)
  if (check !== checkOf(payload) || value >> 128n !== 0n)
    throw invalid('A character of the recovery code is wrong. Compare it with your copy; nothing was tried.')
  return Uint8Array.from({ length: size }, (_, at) => Number((value >> BigInt(8 * (size - 1 - at))) & 255n))
}

/**
 * Brings what was typed of a recovery code into the letters that codes are written in.
 *
 * @param text - A code or a part of one.
 * @returns The characters without spaces and dashes.
 */
export function foldCode(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
}

/**
 * Splits a recovery code into the groups that people read.
 *
 * @param code - The code.
 * @returns Seven groups of four.
 */
export function groupsOf(code: string): string[] {
  return foldCode(code).match(new RegExp(`.{1,${groupSize}}`, 'g')) ?? []
}

// A weight of its own for each place: two swapped digits change the sum.
function checkOf(values: readonly number[]): number {
  return values.reduce((sum, value, at) => sum + (at + 1) * value, 0) % modulus
}

function invalid(message: string): LatchkeyError {
  return new LatchkeyError('INVALID_PARAMS', message)
}
