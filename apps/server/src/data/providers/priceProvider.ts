import type { Currency } from '@latchkey/protocol/api'
import type { Asset } from '../assetId.js'

/** A service outside that knows prices; answers by asset key and leaves out what it does not know. */
export type PriceProvider = {
  prices(assets: readonly Asset[], currency: Currency): Promise<ReadonlyMap<string, number>>
}
