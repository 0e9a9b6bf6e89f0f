/** The currencies of states that values can be told in, by their ISO 4217 codes in small letters. */
export const fiatCurrencies = [
  'usd',
  'eur',
  'gbp',
  'aud',
  'cad',
  'inr',
  'jpy',
  'aed',
  'ars',
  'bdt',
  'bhd',
  'brl',
  'chf',
  'clp',
  'cny',
  'czk',
  'dkk',
  'gel',
  'hkd',
  'huf',
  'idr',
  'ils',
  'krw',
  'kwd',
  'lkr',
  'mxn',
  'myr',
  'ngn',
  'nok',
  'nzd',
  'php',
  'pkr',
  'pln',
  'sar',
  'sek',
  'sgd',
  'thb',
  'try',
  'twd',
  'uah',
  'vnd',
  'zar',
] as const
/** One of the currencies of states that values can be told in. */
export type FiatCurrency = (typeof fiatCurrencies)[number]

/**
 * Returns whether a value is the code of a currency of {@link fiatCurrencies}.
 *
 * @param value - Anything.
 * @returns True for such a code in small letters.
 *
 * @example
 * import { isFiatCurrency } from '@latchkey/protocol/internal/currencies'
 * isFiatCurrency('eur') // true
 */
export function isFiatCurrency(value: unknown): value is FiatCurrency {
  return (fiatCurrencies as readonly unknown[]).includes(value)
}
