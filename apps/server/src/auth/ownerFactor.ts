import { sql } from 'drizzle-orm'
import { type Query, rows } from '../platform/db/rows.js'

/** Tells whether a passkey or a recovery code opens the wallet of an account. */
export async function hasOwnerFactor(query: Query, userId: string): Promise<boolean> {
  const found = await rows(
    query,
    sql`select 1 from vault.factors f join vault.wallets w on w.id = f.wallet_id and w.epoch = f.epoch
      where w.user_id = ${userId} and w.state = 'active' and f.kind in ('passkey', 'code') limit 1`,
  )
  return found.length > 0
}
