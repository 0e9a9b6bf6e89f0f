import { type FiatCurrency, isFiatCurrency } from '@latchkey/protocol/internal/currencies'
import type { Config } from '../createConfig.js'
import { currencyKey } from './currencyKey.js'
import { type KeptStore, keptStore } from './keptStore.js'

/** The currency that values are told in: what the visitor chose, else that of the config, else the dollar. */
export function currencyOf(config: Config): KeptStore<FiatCurrency> {
  return keptStore(config, {
    key: currencyKey,
    read: ({ storage, options }) => storage.get(currencyKey, isFiatCurrency) ?? options.currency ?? 'usd',
  })
}
