import { sql } from 'drizzle-orm'
import { type DbClock, plusMs, toMs } from '../db/dbClock.js'
import { type Query, rows } from '../db/rows.js'
import { WalletRefusal } from './walletRefusal.js'

/** How many calls a key may make in a window of milliseconds. */
export type Limit = { key: string; max: number; windowMs: number }

/**
 * Counts one call against limits that all servers share, and refuses it when one is used up. The counters live in the
 * database, so a database that is down refuses everything: these limits fail closed.
 *
 * @throws WalletRefusal RATE_LIMITED with the time to wait.
 */
export async function takeLimit(query: Query, now: DbClock, limits: readonly Limit[]): Promise<void> {
  // In one order, so that two calls never wait for each other.
  for (const { key, max, windowMs } of [...limits].sort((a, b) => (a.key < b.key ? -1 : 1))) {
    const isOver = sql`${plusMs(sql`l.started_at`, windowMs)} <= ${now()}`
    const [row] = await rows<{ count: number; left: number }>(
      query,
      sql`insert into auth.limits as l (key, started_at, count) values (${key}, ${now()}, 1)
        on conflict (key) do update set
          count = case when ${isOver} then 1 else greatest(l.count, least(l.count + 1, ${max + 1}::int)) end,
          started_at = case when ${isOver} then ${now()} else l.started_at end
        returning count, ${toMs(plusMs(sql`l.started_at`, windowMs))} - ${toMs(now())} as left`,
    )
    if (row === undefined || row.count > max) {
      const retryAfterMs = Math.max(1, Math.ceil(row?.left ?? windowMs))
      throw new WalletRefusal('RATE_LIMITED', `Try again after ${Math.ceil(retryAfterMs / 1000)} seconds`, {
        retryAfterMs,
      })
    }
  }
}
