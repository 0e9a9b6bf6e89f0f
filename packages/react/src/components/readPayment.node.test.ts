import { describe, expect, it } from 'vitest'
import { readPayment } from './readPayment.js'

describe('readPayment', () => {
  it.each([
    ['15', 'en', '15'],
    ['1.5', 'en', '1.5'],
    ['1,5', 'en', undefined],
    ['1,5', 'de', '1.5'],
    [' 20,05 ', 'fr', '20.05'],
    ['1.5', 'de', '1.5'],
    ['1.500', 'de', undefined],
    ['1.500,5', 'de', undefined],
    ['1,500', 'en', undefined],
    ['1,5,5', 'de', undefined],
    ['1e3', 'de', undefined],
    ['', 'de', undefined],
  ])('reads %j in %s as %s', (text, locale, amount) => {
    expect(readPayment(text, locale)).toBe(amount)
  })
})
