import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRecoveryCode, groupsOf, readRecoveryCode, writeRecoveryCode } from './recoveryCode.js'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 })

describe('a recovery code', () => {
  it('is 128 random bits in seven groups of four', () => {
    const codes = Array.from({ length: 200 }, createRecoveryCode)
    expect(new Set(codes).size).toBe(200)
    for (const code of codes) {
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
      expect(readRecoveryCode(code)).toHaveLength(16)
    }
  })

  it('reads what it wrote, in any case, with or without dashes, and with letters that look like digits', () => {
    fc.assert(
      fc.property(bytes, (given) => {
        const code = writeRecoveryCode(given)
        const sloppy = ` ${code.toLowerCase().replaceAll('-', ' – ').replaceAll('0', 'o').replaceAll('1', 'l')}\n`
        expect(readRecoveryCode(code)).toEqual(Uint8Array.from(given))
        expect(readRecoveryCode(sloppy)).toEqual(Uint8Array.from(given))
        expect(readRecoveryCode(code.replaceAll('1', 'I'))).toEqual(Uint8Array.from(given))
      }),
    )
    expect(groupsOf(writeRecoveryCode(new Uint8Array(16)))).toHaveLength(7)
  })

  it('notices any one wrong character', () => {
    const code = writeRecoveryCode(Uint8Array.from(randomBytes(16))).replaceAll('-', '')
    for (let at = 0; at < code.length; at++)
      for (const digit of alphabet)
        if (digit !== code[at])
          expect(() => readRecoveryCode(code.slice(0, at) + digit + code.slice(at + 1))).toThrow(
            'A character of the recovery code is wrong',
          )
  })

  it('notices any two characters that were swapped', () => {
    fc.assert(
      fc.property(bytes, fc.nat(25), fc.nat(25), (given, one, two) => {
        const digits = [...writeRecoveryCode(given).replaceAll('-', '')]
        fc.pre(digits[one] !== digits[two])
        const swapped = digits.map((digit, at) => (at === one ? digits[two] : at === two ? digits[one] : digit))
        expect(() => readRecoveryCode(swapped.join(''))).toThrow('is wrong')
      }),
    )
  })

  it('says how much of it is missing, and which character cannot be part of one', () => {
    const code = createRecoveryCode()
    expect(() => readRecoveryCode(code.slice(0, -1))).toThrow('has 28 characters, these are 27')
    expect(() => readRecoveryCode('')).toThrow('these are 0')
    expect(() => readRecoveryCode(`U${code.slice(1)}`)).toThrow('“U” is not part of any recovery code')
    expect(() => readRecoveryCode('<script>')).toThrow('“<”')
  })

  it('never reads more than 128 bits', () => {
    const values = [31, ...new Array<number>(25).fill(0)]
    const check = values.reduce((sum, value, at) => sum + (at + 1) * value, 0) % 1021
    const text = [...values, check >> 5, check & 31].map((digit) => alphabet[digit]).join('')
    expect(() => readRecoveryCode(text)).toThrow('is wrong')
  })
})
