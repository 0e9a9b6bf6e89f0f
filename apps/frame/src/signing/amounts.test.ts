import { describe, expect, it } from 'vitest'
import { isUnlimited, writeAmount, writeFiat } from './amounts.js'

describe('writeAmount', () => {
  it.each([
    [0n, 18, '0'],
    [1n, 0, '1'],
    [1n, 2, '0.01'],
    [10n, 2, '0.1'],
    [100n, 2, '1'],
    [105n, 2, '1.05'],
    [1_000n, 0, '1,000'],
    [999n, 0, '999'],
    [123_456_789n, 0, '123,456,789'],
    [1_200_000n, 2, '12,000'],
    [1_234_567_800n, 4, '123,456.78'],
    [-150n, 2, '−1.5'],
  ])('writes %s with %s decimals as %s', (amount, decimals, text) => expect(writeAmount(amount, decimals)).toBe(text))
})

describe('writeFiat', () => {
  it('writes what an amount is worth in the currency that is asked for', () => {
    expect(writeFiat(150n, 2, 2)).toBe('$3.00')
    expect(writeFiat(150n, 2, 2, { currency: 'eur', rate: 0.5 })).toBe('€1.50')
    expect(writeFiat(150n, 2, 2, { currency: 'usd', rate: 1, isNamed: true })).toBe('USD\u00a03.00')
    expect(writeFiat(1_000n, 0, 1, { currency: 'jpy', rate: 150 })).toBe('¥150,000')
  })

  it('writes less than the smallest coin as such', () => {
    expect([writeFiat(1n, 2, 1), writeFiat(1n, 3, 1)]).toEqual(['$0.01', '< $0.01'])
    expect(writeFiat(1n, 1, 1, { currency: 'jpy', rate: 1 })).toBe('< ¥1')
    const dinar = { currency: 'kwd', rate: 1 }
    expect([writeFiat(5n, 3, 1, dinar), writeFiat(5n, 4, 1, dinar)]).toEqual(['KWD\u00a00.005', '< KWD\u00a00.001'])
  })

  it('says nothing where nobody knows the price, or there is nothing', () => {
    for (const [amount, price] of [
      [1n, undefined],
      [0n, 1],
      [1n, 0],
      [1n, -1],
      [1n, Number.POSITIVE_INFINITY],
    ] as const)
      expect(writeFiat(amount, 0, price)).toBeUndefined()
  })
})

describe('isUnlimited', () => {
  it('is from 2 to the power of 96 on', () => {
    expect([isUnlimited((1n << 96n) - 1n), isUnlimited(1n << 96n), isUnlimited(1n << 255n)]).toEqual([
      false,
      true,
      true,
    ])
  })
})
