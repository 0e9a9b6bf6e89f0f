import type { FiatCurrency } from '@latchkey/protocol/internal/currencies'
import type { Config } from '../createConfig.js'
import { currencyOf } from '../storage/currencyStore.js'

/** The parameters of `watchCurrency`. */
export type WatchCurrencyParameters = {
  /** Called with the currency after each change, as its ISO 4217 code in small letters. */
  readonly onChange: (currency: FiatCurrency) => void
}

/** The return type of `watchCurrency`: ends the watching. */
export type WatchCurrencyReturnType = () => void

/**
 * Calls back whenever another currency is chosen, in this tab or, once `reconnect` has run, in another of the site.
 *
 * @param config - The config.
 * @param parameters.onChange - Called with the currency after each change, as its ISO 4217 code in small letters.
 * @returns A function that ends the watching.
 *
 * @example
 * import { watchCurrency } from '@latchkey/core'
 * const stop = watchCurrency(config, { onChange: (currency) => console.log(currency) })
 */
export function watchCurrency(config: Config, { onChange }: WatchCurrencyParameters): WatchCurrencyReturnType {
  return currencyOf(config).subscribe(onChange)
}
