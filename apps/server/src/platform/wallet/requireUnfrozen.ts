import { sql } from 'drizzle-orm'
import type { WalletDeps } from '../../walletDeps.js'
import { plusMs, toMs } from '../db/dbClock.js'
import { rows } from '../db/rows.js'
import { WalletRefusal } from './walletRefusal.js'

type Deps = Pick<WalletDeps, 'db' | 'now' | 'freezeLife'>

/**
 * Returns for how many milliseconds the wallet of a user is frozen; null where only a passkey or a recovery code ends it, undefined where
 * it is not frozen. Where there is such a factor time ends nothing: a thief who reads the mailbox could wait.
 */
export async function readFreeze(
  { db, now, freezeLife }: Deps,
  { userId }: { userId: string },
): Promise<number | null | undefined> {
  const [found] = await rows<{ owned: boolean; left: number }>(
    db.query,
    sql`select ${toMs(plusMs(sql`max(z.frozen_at)`, freezeLife))} - ${toMs(now())} as left,
        exists (select 1 from vault.factors f where f.wallet_id = w.id and f.epoch = w.epoch
          and f.kind in ('passkey', 'code')) as owned
      from vault.wallets w join vault.freezes z on z.wallet_id = w.id and z.ended_at is null
      where w.user_id = ${userId} group by w.id, w.epoch`,
  )
  if (found?.owned === true) return null
  return found === undefined || found.left <= 0 ? undefined : Math.ceil(found.left)
}

/**
 * Refuses what a frozen wallet does not do. Each role reads the rows itself, and only the vault may end one.
 *
 * @throws WalletRefusal WALLET_FROZEN that says what ends it, and when.
 */
export async function requireUnfrozen(
  deps: Deps & Pick<WalletDeps, 'origin'>,
  principal: { userId: string },
): Promise<void> {
  const left = await readFreeze(deps, principal)
  if (left === undefined) return
  if (left === null)
    throw new WalletRefusal(
      'WALLET_FROZEN',
      `This wallet is frozen. Its passkey or its recovery code ends that, at ${deps.origin}/recover`,
    )
  const hours = Math.ceil(left / 3_600_000)
  throw new WalletRefusal(
    'WALLET_FROZEN',
    `This wallet is frozen. It opens again in ${hours} ${hours === 1 ? 'hour' : 'hours'}.`,
    { retryAfterMs: left },
  )
}
