import type { Currency } from '@latchkey/protocol/api'
import type { FiatCurrency } from '@latchkey/protocol/internal/currencies'
import type { Asset } from '../assetId.js'

/** A service outside that knows prices and rates; answers by asset key and leaves out what it does not know. */
export type PriceProvider = {
  prices(assets: readonly Asset[], currency: Currency): Promise<ReadonlyMap<string, number>>
  /** How much of each currency one US dollar buys. */
  rates(): Promise<ReadonlyMap<FiatCurrency, number>>
}
