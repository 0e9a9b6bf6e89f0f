import { describe, expect, it } from 'vitest'
import { showFiat } from './showFiat.js'

const plain = (text: string | undefined) => text?.replaceAll(/[\u00a0\u202f]/g, ' ')

describe('showFiat', () => {
  it.each([
    ['usd', 'en-US', 1234.5, '$1,234.50'],
    ['usd', 'en-CA', 1234.5, 'US$1,234.50'],
    ['eur', 'de-DE', 1234.5, '1.234,50 €'],
    ['eur', 'fr-FR', 1234.5, '1 234,50 €'],
    ['inr', 'en-IN', 1234567.5, '₹12,34,567.50'],
    ['jpy', 'ja-JP', 1234.4, '￥1,234'],
    ['jpy', 'en-US', 0.4, '< ¥1'],
    ['kwd', 'en-US', 0.0004, '< KWD 0.001'],
    ['usd', 'en-US', 0.004, '< $0.01'],
    ['usd', 'en-US', 0, '$0.00'],
    ['usd', 'en-US', 999_999_999, '$999,999,999.00'],
    ['usd', 'en-US', 1_200_000_000, '$1.2B'],
    ['vnd', 'en-US', 1_200_000_000, '₫1,200,000,000'],
    ['vnd', 'en-US', 120_000_000_000, '₫120B'],
    ['eur', 'en-US', 1e16, '> €999T'],
  ])('writes %s in %s: %f is %s', (currency, locale, value, text) => {
    expect(plain(showFiat(value, { currency, locale }))).toBe(text)
  })

  it('names dollars by their code where they stand in for another currency', () => {
    expect(plain(showFiat(12, { currency: 'usd', isNamed: true, locale: 'en-US' }))).toBe('USD 12.00')
  })

  it('has nothing for what has no price', () => {
    for (const value of [undefined, Number.NaN, Number.POSITIVE_INFINITY])
      expect(showFiat(value, { currency: 'usd' })).toBeUndefined()
  })
})
