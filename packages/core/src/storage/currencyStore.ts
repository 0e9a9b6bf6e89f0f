import { type FiatCurrency, isFiatCurrency } from '@latchkey/protocol/internal/currencies'
import type { Config } from '../createConfig.js'
import { currencyKey } from './currencyKey.js'
import { type KeptStore, persistedStore } from './persistedStore.js'

/** The display currency: the visitor's choice, else that of the config, else USD. */
export function currencyOf(config: Config): KeptStore<FiatCurrency> {
  return persistedStore(config, {
    key: currencyKey,
    read: ({ storage, options }) => storage.get(currencyKey, isFiatCurrency) ?? options.currency ?? 'usd',
  })
}
