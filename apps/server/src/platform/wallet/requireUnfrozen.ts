import { sql } from 'drizzle-orm'
import type { WalletDeps } from '../../walletDeps.js'
import { plusMs, toMs } from '../db/dbClock.js'
import { rows } from '../db/rows.js'
import { WalletRefusal } from './walletRefusal.js'

/**
 * Refuses what a frozen wallet does not do. Where there is a passkey or a recovery code only these end it: a mailbox that a thief
 * reads could wait. Each role reads the rows itself, and only the vault may end one.
 *
 * @throws WalletRefusal WALLET_FROZEN that says what ends it, and when.
 */
export async function requireUnfrozen(
  { db, now, freezeLife, origin }: Pick<WalletDeps, 'db' | 'now' | 'freezeLife' | 'origin'>,
  { userId }: { userId: string },
): Promise<void> {
  const end = plusMs(sql`max(z.frozen_at)`, freezeLife)
  const [found] = await rows<{ owned: boolean; left: number }>(
    db.query,
    sql`select ${toMs(end)} - ${toMs(now())} as left,
        exists (select 1 from vault.factors f where f.wallet_id = w.id and f.epoch = w.epoch
          and f.kind in ('passkey', 'code')) as owned
      from vault.wallets w join vault.freezes z on z.wallet_id = w.id and z.ended_at is null
      where w.user_id = ${userId} group by w.id, w.epoch`,
  )
  if (found?.owned === true)
    throw new WalletRefusal(
      'WALLET_FROZEN',
      `This wallet is frozen. Its passkey or its recovery code ends that, at ${origin}/recover`,
    )
  if (found === undefined || found.left <= 0) return
  const retryAfterMs = Math.ceil(found.left)
  const hours = Math.ceil(retryAfterMs / 3_600_000)
  throw new WalletRefusal(
    'WALLET_FROZEN',
    `This wallet is frozen. It opens again in ${hours} ${hours === 1 ? 'hour' : 'hours'}.`,
    { retryAfterMs },
  )
}
