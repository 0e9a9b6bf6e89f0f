import { LatchkeyError } from '@latchkey/protocol/errors'
import { type FiatCurrency, isFiatCurrency } from '@latchkey/protocol/internal/currencies'
import type { Config } from '../createConfig.js'
import { currencyOf } from '../storage/currencyStore.js'

/** The parameters of `setCurrency`. */
export type SetCurrencyParameters = {
  /** An ISO 4217 code in small letters. */
  readonly currency: FiatCurrency
}

/** The return type of `setCurrency`. */
// biome-ignore lint/suspicious/noConfusingVoidType: what a function returns.
export type SetCurrencyReturnType = void

/** The error type of `setCurrency`. */
export type SetCurrencyErrorType = LatchkeyError<'INVALID_PARAMS'>

/**
 * Sets the display currency; kept between visits and shared by all tabs of the site.
 *
 * @param config - The config.
 * @param parameters.currency - An ISO 4217 code in small letters.
 * @throws INVALID_PARAMS for a currency that is not one of `fiatCurrencies`.
 *
 * @example
 * import { setCurrency } from '@latchkey/core'
 * setCurrency(config, { currency: 'eur' })
 */
export function setCurrency(config: Config, { currency }: SetCurrencyParameters): SetCurrencyReturnType {
  if (!isFiatCurrency(currency)) {
    throw new LatchkeyError('INVALID_PARAMS', `${String(currency)} is not a supported currency.`, {
      hints: ['Pass one of fiatCurrencies, such as eur.'],
    })
  }
  currencyOf(config).set(currency)
}
