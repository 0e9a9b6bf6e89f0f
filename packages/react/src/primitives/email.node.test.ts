import { appEvents } from '@latchkey/protocol/internal/frame'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutEmail } from '../components/EmailLine.js'
import { isEmail } from './isEmail.js'

const isTaken = (email: string) => appEvents.connectEmail.payload.safeParse({ email }).success

describe('isEmail', () => {
  it.each(['ada@example.com', 'a@b.co', "o'hara+x@sub.example.org", 'A_B-c.d@EXAMPLE.IO', '1@2.ab'])(
    'takes %s',
    (email) => {
      expect(isEmail(email)).toBe(true)
    },
  )

  it.each([
    '',
    'nope',
    'x@',
    '@x.co',
    'a@b',
    'a@b.c',
    '.a@b.co',
    'a.@b.co',
    'a..b@c.co',
    "a'@b.co",
    'a b@c.co',
    'a@b_c.co',
    'a@-b.co',
    'a@b..co',
    'ä@b.co',
    'a@b.co\n',
    `${'a'.repeat(250)}@b.co`,
  ])('refuses %j', (email) => {
    expect(isEmail(email)).toBe(false)
  })

  it('[S5-01] takes exactly what the wallet takes', () => {
    const part = fc.string({ unit: fc.constantFrom(..."aZ9.-_'+@ !ä"), maxLength: 8 })
    const near = fc.tuple(part, fc.constantFrom('@', '@@', ''), part, fc.constantFrom('.co', '.c', 'co', '.co1', ''))
    fc.assert(
      fc.property(near, (parts) => {
        const email = parts.join('').trim()
        expect(isEmail(email)).toBe(isTaken(email))
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('cutEmail', () => {
  it('[S2-43] cuts at 30 characters, then three dots; what fits stays whole', () => {
    const of = (length: number) => `${'x'.repeat(length - 12)}@example.com`
    expect(cutEmail(of(30))).toBe(of(30))
    expect(cutEmail(of(31))).toBe(`${of(31).slice(0, 30)}...`)
    expect(cutEmail(of(35))).toBe(`${of(35).slice(0, 30)}...`)
    expect(cutEmail('')).toBe('')
  })
})
