import type { FiatCurrency } from '@latchkey/protocol/internal/currencies'
import type { Config } from '../createConfig.js'
import { currencyOf } from '../storage/currencyStore.js'

/** The return type of `getCurrency`: an ISO 4217 code in small letters. */
export type GetCurrencyReturnType = FiatCurrency

/**
 * Reads the display currency of the visitor.
 *
 * @param config - The config.
 * @returns Its ISO 4217 code in small letters: what the visitor chose, else `currency` of the config, else `usd`.
 *
 * @example
 * import { getCurrency } from '@latchkey/core'
 * const currency = getCurrency(config)
 */
export function getCurrency(config: Config): GetCurrencyReturnType {
  return currencyOf(config).get()
}
