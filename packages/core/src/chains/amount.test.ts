import { LatchkeyError } from '@latchkey/protocol/errors'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAmount, parseAmount, showAmount } from './amount.js'

const decimals = fc.integer({ min: 0, max: 255 })
const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

describe('parseAmount and formatAmount', () => {
  it('property: reading what was written gives the same amount, for every amount a chain can hold', () => {
    fc.assert(
      fc.property(amount, decimals, (value, places) => {
        expect(parseAmount(formatAmount(value, places), places)).toBe(value)
      }),
    )
  })

  it('property: the text is plain: digits, at most one point, no zero at its end', () => {
    fc.assert(
      fc.property(amount, decimals, (value, places) => {
        expect(formatAmount(value, places)).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/)
      }),
    )
  })

  it.each([
    ['1.5', 6, 1_500_000n],
    ['0.000001', 6, 1n],
    ['.5', 1, 5n],
    ['5.', 1, 50n],
    ['007', 0, 7n],
    [' 2 ', 2, 200n],
    ['1.500000000', 2, 150n],
    ['0', 18, 0n],
  ])('reads %j with %i decimals', (text, places, value) => expect(parseAmount(text, places)).toBe(value))

  it.each(['', ' ', '.', '-1', '+1', '1e3', '0x10', '1,5', '1.2.3', 'NaN', 'Infinity', '１', '1 000', '9'.repeat(500)])(
    'error: refuses %j',
    (text) => expect(() => parseAmount(text, 18)).toThrow(LatchkeyError),
  )

  it('error: says how many decimals the token has', () => {
    expect(() => parseAmount('1.0000001', 6)).toThrow('This token has at most 6 decimals.')
    expect(() => parseAmount('1.5', 0)).toThrow('This token has at most 0 decimals.')
  })

  it('writes a negative amount with its sign', () => expect(formatAmount(-1_500n, 3)).toBe('-1.5'))
})

describe('showAmount', () => {
  it.each([
    ['1.23456', '1.234'],
    ['0', '0.000'],
    ['0.000', '0.000'],
    ['1.1', '1.1'],
    ['2', '2'],
    ['1.9999', '1.999'],
    ['0.001', '0.001'],
    ['0.0019', '0.001'],
    ['1234567.8', '1,234,567.8'],
  ])('[S9-24][S9-25] shows %s as %s: at most 3 decimals, rounded down', (numeric, shown) =>
    expect(showAmount(numeric, 'en')).toBe(shown),
  )

  it('shows that there is something when it is less than can be shown', () => {
    expect(showAmount('0.0009', 'en')).toBe('< 0.001')
    expect(showAmount('0.0009', 'de')).toBe('< 0,001')
  })

  it('follows the reader: separators, and one kind of digit', () => {
    expect(showAmount('1234.5', 'de')).toBe('1.234,5')
    expect(showAmount('1234.5', 'ar-EG')).toMatch(/^[\d.,٬٫]+$/)
    expect(showAmount('1234.5', 'ar-EG')).toMatch(/5$/)
  })

  it('does not lose digits of an amount beyond the safe integers', () => {
    expect(showAmount('123456789012345678901234567890.1239', 'en')).toBe('123,456,789,012,345,678,901,234,567,890.123')
  })

  it.each(['', 'NaN', '-1', '1e9', '<b>'])('shows a dash for %j', (numeric) =>
    expect(showAmount(numeric, 'en')).toBe('–'),
  )

  it('property: never shows more than there is', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 24n }), (value) => {
        const shown = showAmount(formatAmount(value, 18), 'en').replaceAll(',', '')
        if (!shown.startsWith('<')) expect(parseAmount(shown, 18)).toBeLessThanOrEqual(value)
      }),
    )
  })
})
