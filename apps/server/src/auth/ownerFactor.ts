import { type SQL, sql } from 'drizzle-orm'
import { plusMs } from '../platform/db/dbClock.js'
import { type Query, rows } from '../platform/db/rows.js'
import type { Principal } from '../platform/wallet/authenticate.js'
import { stepUpLife } from '../platform/wallet/requireFresh.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import type { AuthContext } from './authContext.js'

/** Returns whether a passkey or a recovery code opens the wallet of an account. */
export async function hasOwnerFactor(query: Query, userId: string): Promise<boolean> {
  const found = await rows(
    query,
    sql`select 1 from vault.factors f join vault.wallets w on w.id = f.wallet_id and w.epoch = f.epoch
      where w.user_id = ${userId} and w.state = 'active' and f.kind in ('passkey', 'code') limit 1`,
  )
  return found.length > 0
}

/** The condition under which a device of an account holds a half of its wallet. */
export function isEnrolled(userId: string, deviceId: SQL): SQL<boolean> {
  return sql<boolean>`exists (select 1 from vault.factors f join vault.wallets w on w.id = f.wallet_id and w.epoch = f.epoch
    where w.user_id = ${userId} and f.kind = 'device' and f.device_id = ${deviceId})`
}

/**
 * Where an account has a passkey or a recovery code, refuses what would shut its owner out to a session in which neither has just
 * answered.
 *
 * @param life - How long ago it may have answered, in milliseconds.
 * @throws WalletRefusal OWNER_REQUIRED.
 */
export async function requireOwner(
  { db, now }: Pick<AuthContext, 'db' | 'now'>,
  { userId, sessionId, deviceId }: Principal,
  life = stepUpLife,
): Promise<void> {
  if (!(await hasOwnerFactor(db.query, userId))) return
  const found = await rows(
    db.query,
    sql`select 1 from vault.proofs p join vault.wallets w on w.id = p.wallet_id
      where p.session_id = ${sessionId} and p.device_id = ${deviceId} and w.user_id = ${userId}
        and ${plusMs(sql`p.owned_at`, life)} > ${now()}`,
  )
  if (found.length === 0)
    throw new WalletRefusal('OWNER_REQUIRED', 'Use your passkey or your recovery code first, under Security')
}
