import type { FiatRates as FiatRatesBody } from '@latchkey/protocol/api'
import { fiatRatesFresh } from '@latchkey/protocol/internal/limits'
import type { Cache } from '../platform/cache/cache.js'
import type { Log } from '../platform/log/log.js'
import { reasonOf } from '../platform/log/withoutValues.js'
import type { PriceTable } from './createPriceTable.js'
import type { PriceProvider } from './providers/priceProvider.js'

/** How much of each currency of a state one US dollar buys; those that are not known are left out. */
export type FiatRates = () => Promise<FiatRatesBody['rates']>

const key = 'fiat-rates'
/** How long a service that did not answer is left alone, in milliseconds. */
const pause = 60_000

/**
 * Creates the one place that knows rates: the service outside if there is one, kept 10 min, and the table for what it does not know
 * or while it does not answer.
 *
 * @param options - The table, the provider, the cache and the log.
 * @returns The rates.
 */
export function createFiatRates(options: {
  table: PriceTable
  provider?: PriceProvider | undefined
  cache: Cache
  log: Log
}): FiatRates {
  const { table, provider, cache, log } = options

  async function outside(): Promise<FiatRatesBody['rates']> {
    if (provider === undefined) return {}
    const kept = await cache.get(key)
    if (kept !== undefined) return JSON.parse(kept) as FiatRatesBody['rates']
    const told = await provider.rates().catch((error: unknown) => {
      log.warn({ reason: reasonOf(error) }, 'The price service tells no rates; the table is used')
      return undefined
    })
    const rates = Object.fromEntries(told ?? [])
    await cache.set(key, JSON.stringify(rates), told ? fiatRatesFresh : pause)
    return rates
  }

  return async () => {
    const [listed, told] = await Promise.all([table.fiatRates(), outside()])
    return { ...Object.fromEntries(listed), ...told, usd: 1 }
  }
}
