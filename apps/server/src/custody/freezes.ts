import { sql } from 'drizzle-orm'
import { plusMs } from '../platform/db/dbClock.js'
import { rows } from '../platform/db/rows.js'
import { putNotice } from '../platform/mail/putNotice.js'
import type { Principal } from '../platform/wallet/authenticate.js'
import type { CustodyContext } from './custodyContext.js'

/** From how many freezes one transaction ends those of their wallets. */
const batch = 100

/** Ends the freeze of a wallet whose owner has answered with a passkey or the recovery code; all other sessions end with it. */
export async function endFreeze(context: CustodyContext, principal: Principal, walletId: string): Promise<void> {
  const { db, now } = context
  const { userId, sessionId, deviceName } = principal
  const hasEnded = await db.query.transaction(async (query) => {
    const ended = await rows(
      query,
      sql`update vault.freezes set ended_at = ${now()} where wallet_id = ${walletId} and ended_at is null returning 1 as one`,
    )
    if (ended.length === 0) return false
    await query.execute(
      sql`update auth.sessions set revoked_at = ${now()} where user_id = ${userId} and id <> ${sessionId} and revoked_at is null`,
    )
    await context.notify(query, userId, {
      title: 'Your wallet is no longer frozen',
      text: `The freeze was ended on “${deviceName}”, with your passkey or your recovery code. Every other browser has to sign in again.`,
    })
    return true
  })
  if (hasEnded) await context.sendNotices()
}

/** Ends expired freezes of wallets without passkey and recovery code, some at a time, and notifies each owner. */
export async function endOldFreezes({ db, now, freezeLife }: Pick<CustodyContext, 'db' | 'now' | 'freezeLife'>) {
  const over = sql`select old.wallet_id from vault.freezes old join vault.wallets w on w.id = old.wallet_id
    where old.ended_at is null and old.frozen_at <= ${plusMs(now(), -freezeLife)}
      and not exists (select 1 from vault.freezes later
        where later.wallet_id = w.id and later.ended_at is null and ${plusMs(sql`later.frozen_at`, freezeLife)} > ${now()})
      and not exists (select 1 from vault.factors f where f.wallet_id = w.id and f.epoch = w.epoch and f.kind in ('passkey', 'code'))
    order by old.frozen_at limit ${batch}::int`
  const endSome = () =>
    db.query.transaction(async (query) => {
      // All freezes of a wallet end at once, so that its owner gets one notice.
      const ended = await rows<{ userId: string }>(
        query,
        sql`update vault.freezes z set ended_at = ${now()} from vault.wallets w
          where w.id = z.wallet_id and z.ended_at is null and z.wallet_id = any(array(${over}))
          returning w.user_id as "userId"`,
      )
      for (const userId of new Set(ended.map((each) => each.userId)))
        await putNotice(query, now, userId, {
          title: 'Your wallet is no longer frozen',
          text: 'The freeze ended by itself. Add a passkey or a recovery code under Security, so that next time only you can end it.',
        })
      return ended.length
    })
  while ((await endSome()) > 0);
}
