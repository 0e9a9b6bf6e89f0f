import { doublePrecision, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const source = () => text('source', { enum: ['registry', 'operator'] }).notNull()
const updatedAt = () => timestamp('updated_at', { withTimezone: true }).notNull().defaultNow()

/** US dollars for one unit of an asset, by lower-case CAIP-10 id. */
export const prices = pgTable('prices', {
  asset: text('asset').primaryKey(),
  usd: doublePrecision('usd').notNull(),
  source: source(),
  updatedAt: updatedAt(),
})

/** How much of a currency one US dollar buys. */
export const fiatRates = pgTable('fiat_rates', {
  currency: text('currency').primaryKey(),
  perUsd: doublePrecision('per_usd').notNull(),
  source: source(),
  updatedAt: updatedAt(),
})
