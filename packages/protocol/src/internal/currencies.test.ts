import { expect, it } from 'vitest'
import { fiatCurrencies, isFiatCurrency } from './currencies.js'

it('lists more than thirty currencies, once each, all of which the platform knows', () => {
  expect(fiatCurrencies.length).toBeGreaterThan(30)
  expect(new Set(fiatCurrencies).size).toBe(fiatCurrencies.length)
  const known = Intl.supportedValuesOf('currency').map((code) => code.toLowerCase())
  expect(fiatCurrencies.filter((currency) => !known.includes(currency))).toEqual([])
})

it('recognises their codes and nothing else', () => {
  expect(fiatCurrencies.every(isFiatCurrency)).toBe(true)
  for (const value of ['EUR', 'btc', 'xyz', '', undefined, null, 7, {}]) expect(isFiatCurrency(value)).toBe(false)
})
