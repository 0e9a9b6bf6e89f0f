import { describe, expect, it } from 'vitest'
import { foldCode } from './foldCode.js'
import { readOrigin } from './readOrigin.js'

describe('readOrigin', () => {
  it.each([
    ['https://app.example.org', 'app.example.org', undefined, false],
    ['http://localhost:4400', 'http://localhost:4400', undefined, false],
    ['https://xn--mnchen-3ya.de', 'xn--mnchen-3ya.de', 'münchen.de', false],
    ['https://xn--fiqs8s.example:8443', 'xn--fiqs8s.example:8443', '中国.example:8443', false],
    ['https://shop.xn--80ak6aa92e.com', 'shop.xn--80ak6aa92e.com', 'shop.аррӏе.com', true],
    ['https://xn--pple-43d.com', 'xn--pple-43d.com', 'аpple.com', true],
    ['https://xn--e1afmkfd.xn--p1ai', 'xn--e1afmkfd.xn--p1ai', 'пример.рф', false],
  ])('shows %s in ASCII and in letters', (origin, text, unicode, isMixed) => {
    expect(readOrigin(origin)).toEqual({ text, unicode, isMixed })
  })
})

describe('foldCode', () => {
  it.each([
    ['123456', '123456'],
    [' 12 34-56 ', '123456'],
    ['１２３４５６', '123456'],
    ['०१२३४५', '012345'],
    ['1234567890', '123456'],
    ['no digits', ''],
    ['½', '12'],
  ])('reads %s', (text, code) => {
    expect(foldCode(text)).toBe(code)
  })
})
