import type { Currency } from '@latchkey/protocol/api'
import type { Cache } from '../platform/cache/cache.js'
import type { Log } from '../platform/log/log.js'
import { reasonOf } from '../platform/log/withoutValues.js'
import { type Asset, assetKey } from './assetId.js'
import type { PriceTable } from './createPriceTable.js'
import type { PriceProvider } from './providers/priceProvider.js'

/** Prices by asset key; unknown assets are left out. */
export type Prices = (assets: readonly Asset[], currency: Currency) => Promise<ReadonlyMap<string, number>>

const fresh = 60_000

/**
 * Creates the one place that knows prices: the service outside if there is one, and the table for what it does not know or
 * while it does not answer.
 *
 * @param options - The table, the provider, the cache and the log.
 * @returns The prices.
 */
export function createPrices(options: {
  table: PriceTable
  provider?: PriceProvider | undefined
  cache: Cache
  log: Log
}): Prices {
  const { table, provider, cache, log } = options

  async function outside(assets: readonly Asset[], currency: Currency): Promise<Map<string, number>> {
    const found = new Map<string, number>()
    if (provider === undefined) return found
    const missing: Asset[] = []
    for (const asset of assets) {
      const key = assetKey(asset.chain.caip2, asset.token?.address)
      const kept = await cache.get(`price:${currency}:${key}`)
      if (kept === undefined) missing.push(asset)
      // An empty text stands for "the service does not know it".
      else if (kept !== '') found.set(key, Number(kept))
    }
    if (missing.length === 0) return found
    try {
      const told = await provider.prices(missing, currency)
      for (const asset of missing) {
        const key = assetKey(asset.chain.caip2, asset.token?.address)
        const price = told.get(key)
        if (price !== undefined) found.set(key, price)
        await cache.set(`price:${currency}:${key}`, price === undefined ? '' : String(price), fresh)
      }
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'The price service does not answer; the table is used')
    }
    return found
  }

  return async (assets, currency) => {
    const found = await outside(assets, currency)
    const rest = assets
      .map((asset) => assetKey(asset.chain.caip2, asset.token?.address))
      .filter((key) => !found.has(key))
    if (rest.length === 0) return found
    const [usd, rate] = await Promise.all([table.usd(rest), table.rate(currency)])
    if (rate !== undefined) for (const [key, price] of usd) found.set(key, price * rate)
    return found
  }
}
