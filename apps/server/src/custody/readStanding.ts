import { type SQL, sql } from 'drizzle-orm'
import { rows } from '../platform/db/rows.js'
import type { Principal } from '../platform/wallet/authenticate.js'
import type { CustodyContext } from './custodyContext.js'

/** The standing of a browser with a wallet, from the vault's own rows: no claim of a client or of `auth` is used. */
export type Standing = {
  isCreating: boolean
  /** The browser holds a half of this wallet. */
  isEnrolled: boolean
  /** A passkey or a recovery code opens the wallet. */
  hasOwned: boolean
  hasPasskey: boolean
}

/** The condition under which a device `d` was removed after it got the factor `f`. */
export const isRemoved = sql`(d.revoked_at is not null or d.created_at > f.created_at)`

/**
 * The condition under which the device of a factor `f` of a user was removed after it got its half. One that signs in again is new, also
 * before the vault has swept.
 */
export function wasRemoved(userId: SQL | string): SQL<boolean> {
  return sql<boolean>`exists (select 1 from auth.devices d where d.user_id = ${userId} and d.id = f.device_id and ${isRemoved})`
}

/** Reads how the browser of a session stands to a wallet; nothing when the wallet is not the session's. */
export async function readStanding(
  { db }: Pick<CustodyContext, 'db'>,
  { userId, deviceId }: Pick<Principal, 'userId' | 'deviceId'>,
  walletId: string,
): Promise<Standing | undefined> {
  const [found] = await rows<Standing>(
    db.query,
    sql`select w.state = 'creating' as "isCreating",
        exists (select 1 from vault.factors f where f.wallet_id = w.id and f.epoch = w.epoch and f.kind = 'device'
          and f.device_id = ${deviceId} and not ${wasRemoved(userId)}) as "isEnrolled",
        exists (select 1 from vault.factors f where f.wallet_id = w.id and f.epoch = w.epoch
          and f.kind in ('passkey', 'code')) as "hasOwned",
        exists (select 1 from vault.factors f where f.wallet_id = w.id and f.epoch = w.epoch
          and f.kind = 'passkey') as "hasPasskey"
      from vault.wallets w where w.id = ${walletId} and w.user_id = ${userId}`,
  )
  return found
}
