import { describe, expect, it } from 'vitest'
import { newCode, readCode } from '../platform/wallet/oneTimeCode.js'
import { readEmail } from '../platform/wallet/readEmail.js'
import { browserOf } from './browserOf.js'

describe('[SEC-E-05] an address', () => {
  it.each([
    ['A.b+c@Example.COM', 'a.b+c@example.com'],
    [' user@bücher.example ', 'user@xn--bcher-kva.example'],
    ['user@localhost', 'user@localhost'],
  ])('%j is kept as %j', (typed, kept) => {
    expect(readEmail(typed)).toBe(kept)
  })

  it('keeps dots and plus signs apart', () => {
    expect(readEmail('a.b@x.example')).not.toBe(readEmail('ab@x.example'))
    expect(readEmail('a+1@x.example')).not.toBe(readEmail('a@x.example'))
  })

  it.each([
    'adm\u0131n@x.example',
    '\u212Aim@x.example',
    '\uFF41@x.example',
    'a\u200bb@x.example',
    'a@x.example.',
    'a@\uFF58.example',
    'a@x\u200b.example',
    'a@x\u3002example',
    'a@127.0.0.1',
    'a@[127.0.0.1]',
    'a@x.example\r\nBcc: b@x.example',
    'a\u0000@x.example',
    'a@b@c.example',
    '"a b"@x.example',
    'a..b@x.example',
    '.a@x.example',
    'a@-x.example',
    `a@${'x'.repeat(64)}.example`,
    `${'a'.repeat(60)}@${'x.'.repeat(100)}example`,
    '@x.example',
    'a@',
    '',
  ])('%j is refused, not folded into somebody else’s', (typed) => {
    expect(() => readEmail(typed)).toThrow(expect.objectContaining({ refusal: 'INVALID' }))
  })

  it('never takes a twin in another script for the same', () => {
    expect(readEmail('a@аpple.example')).not.toBe(readEmail('a@apple.example'))
  })
})

it('[SEC-O-TP-10] makes every code equally likely, leading zeros and all', () => {
  const count = 1_000_000
  const places = Array.from({ length: 6 }, () => new Array<number>(10).fill(0))
  for (let at = 0; at < count; at++) {
    const code = newCode()
    if (code.length !== 6) throw new Error(code)
    for (let place = 0; place < 6; place++) places[place]![Number(code[place])]!++
  }
  for (const digits of places) {
    const expected = count / 10
    const chi = digits.reduce((sum, seen) => sum + (seen - expected) ** 2 / expected, 0)
    // 9 degrees of freedom: a fair source passes this with odds of more than a million to one.
    expect(chi).toBeLessThan(45)
  }
  expect(places[0]![0]! / count).toBeCloseTo(0.1, 2)
})

it.each([
  ['123456', '123456'],
  [' 012 345 ', '012345'],
  ['012-345', '012345'],
  ['０１２３４５', '012345'],
  ['12345', undefined],
  ['1234567', undefined],
  ['12345a', undefined],
  ['٠١٢٣٤٥', undefined],
])('[SEC-O-TP-11] reads %j as %j', (typed, code) => {
  expect(readCode(typed)).toBe(code)
})

it('names browsers in words and quotes none of them', () => {
  expect(browserOf('Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile Safari/604.1')).toBe(
    'Safari on iOS',
  )
  expect(browserOf('Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36 Edg/130.0')).toBe('Edge on Windows')
  expect(browserOf('<script>alert(1)</script>')).toBe('An unknown browser')
  expect(browserOf(undefined)).toBe('An unknown browser')
})
