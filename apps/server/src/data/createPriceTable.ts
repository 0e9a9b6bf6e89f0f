import { type Currency, currencies } from '@latchkey/protocol/api'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { type FiatCurrency, isFiatCurrency } from '@latchkey/protocol/internal/currencies'
import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Chain } from '../platform/chains/chain.js'
import type { Db } from '../platform/db/db.js'
import { rows } from '../platform/db/rows.js'
import { assetKey, tokensOf } from './assetId.js'

/** Prices in the database: filled from the configuration, changed by the operator at will. */
export type PriceTable = {
  /** Writes the configured prices and rates; rows that the operator changed are left alone. */
  seed(): Promise<void>
  /** US dollars by asset key; unknown assets are left out. */
  usd(keys: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** How much of a currency a US dollar buys; nothing when that is not known. */
  rate(currency: Currency): Promise<number | undefined>
  /** How much of each currency of a state one US dollar buys, as far as that is known. */
  fiatRates(): Promise<ReadonlyMap<FiatCurrency, number>>
}

const rates = z.partialRecord(z.enum(currencies), z.number().positive())

/**
 * Creates the price table of a server.
 *
 * @param options - The database, the chains with their prices, and JSON text of rates such as `{"eur":0.9}`.
 * @returns The table; call `seed` before the first question.
 * @throws LatchkeyError INVALID_CONFIG when the rates are no such JSON.
 */
export function createPriceTable(options: {
  db: Db
  chains: readonly Chain[]
  fiatRates?: string | undefined
}): PriceTable {
  const { query } = options.db
  const fiat = readRates(options.fiatRates)
  const symbols = new Map<string, string>()
  const seeds: { asset: string; usd: number }[] = []
  for (const chain of options.chains) {
    const native = assetKey(chain.caip2, undefined)
    if (chain.nativePrice !== undefined) seeds.push({ asset: native, usd: chain.nativePrice })
    // A test network's coin is worth nothing, so it says nothing about the real one.
    if (chain.nativePrice) symbols.set(chain.nativeCurrency.symbol, native)
    for (const token of tokensOf(chain)) {
      const key = assetKey(chain.caip2, token.address)
      if (token.price !== undefined) seeds.push({ asset: key, usd: token.price })
      if (token.price) symbols.set(token.symbol, key)
    }
  }

  async function usd(keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (keys.length === 0) return new Map()
    const found = await rows<{ asset: string; usd: number }>(
      query,
      sql`select asset, usd from prices
        where asset in (select * from json_array_elements_text(${JSON.stringify(keys)}::json))`,
    )
    return new Map(found.map((row) => [row.asset, row.usd]))
  }

  return {
    usd,
    async seed() {
      if (seeds.length > 0)
        await query.execute(sql`insert into prices (asset, usd, source)
          select g.asset, g.usd, 'registry' from json_to_recordset(${JSON.stringify(seeds)}::json) as g (asset text, usd float8)
          on conflict (asset) do update set usd = excluded.usd, updated_at = now() where prices.source = 'registry'`)
      const given = Object.entries(fiat).map(([currency, perUsd]) => ({ currency, perUsd }))
      if (given.length > 0)
        await query.execute(sql`insert into fiat_rates (currency, per_usd, source)
          select g.currency, g."perUsd", 'registry'
          from json_to_recordset(${JSON.stringify(given)}::json) as g (currency text, "perUsd" float8)
          on conflict (currency) do update set per_usd = excluded.per_usd, updated_at = now()
          where fiat_rates.source = 'registry'`)
    },
    async rate(currency) {
      if (currency === 'usd') return 1
      const [row] = await rows<{ perUsd: number }>(
        query,
        sql`select per_usd as "perUsd" from fiat_rates where currency = ${currency}`,
      )
      if (row) return row.perUsd
      const coin =
        currency === 'eth'
          ? symbols.get('ETH')
          : currency === 'btc'
            ? (symbols.get('BTC') ?? symbols.get('WBTC'))
            : undefined
      const price = coin === undefined ? undefined : (await usd([coin])).get(coin)
      return price ? 1 / price : undefined
    },
    async fiatRates() {
      const found = await rows<{ currency: string; perUsd: number }>(
        query,
        sql`select currency, per_usd as "perUsd" from fiat_rates`,
      )
      return new Map(found.flatMap(({ currency, perUsd }) => (isFiatCurrency(currency) ? [[currency, perUsd]] : [])))
    },
  }
}

function readRates(text: string | undefined): z.output<typeof rates> {
  if (text === undefined) return {}
  try {
    return rates.parse(JSON.parse(text))
  } catch (cause) {
    throw new LatchkeyError('INVALID_CONFIG', 'LATCHKEY_FIAT_RATES must be JSON such as {"eur":0.9}', { cause })
  }
}
