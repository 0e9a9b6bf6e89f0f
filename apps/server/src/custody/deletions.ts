import { sql } from 'drizzle-orm'
import { plusMs, toMs } from '../platform/db/dbClock.js'
import { rows } from '../platform/db/rows.js'
import { putNotice } from '../platform/mail/putNotice.js'
import { hashToken, randomToken } from '../platform/secrets/randomId.js'
import type { Principal } from '../platform/wallet/authenticate.js'
import { readHeld } from '../platform/wallet/deletion.js'
import { requireTypedInside } from '../platform/wallet/requireFresh.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import type { CustodyContext } from './custodyContext.js'
import { requireMailbox } from './mailbox/requireMailbox.js'
import { hasAnswered, requireConfirmed, requireProof, requireThawedOrOwned } from './proofs.js'
import { readStanding } from './readStanding.js'

/**
 * Takes an owner's wish to have the wallet and all else that is kept deleted. The vault decides by its own rows and those of recovery:
 * a code from the mailbox, a half that was released to this session just now, and the passkey or the recovery code where the wallet has
 * one.
 *
 * @throws WalletRefusal TYPED_OUTSIDE, STEP_UP_REQUIRED, FROZEN, WALLET_FROZEN, PROOF_WRONG, OWNER_REQUIRED.
 */
export async function askDeletion(context: CustodyContext, principal: Principal): Promise<{ dueAt: number }> {
  const { userId, deviceName } = principal
  requireTypedInside(principal)
  const [wallet] = await rows<{ id: string }>(
    context.db.query,
    sql`select id from vault.wallets where user_id = ${userId} and state = 'active'`,
  )
  // Without a wallet there is nothing to lose but the sign-in, which the mailbox makes anew.
  if (wallet === undefined) await requireMailbox(context, principal)
  else {
    await requireConfirmed(context, principal, wallet.id)
    await requireThawedOrOwned(context, principal, wallet.id)
    await requireProof(context, principal, wallet.id)
    const standing = await readStanding(context, principal, wallet.id)
    if (standing?.hasOwned !== false && !(await hasAnswered(context, principal, wallet.id)))
      throw new WalletRefusal('OWNER_REQUIRED', 'Use your passkey or your recovery code first')
  }
  const by = `This was asked for from “${deviceName}”.`
  const asked = await scheduleDeletion(context, userId, by)
  await context.sendNotices()
  return asked
}

/**
 * Schedules the deletion of a user, and notifies every known address with a link that cancels it. A deletion that
 * is written down already stays as it is.
 *
 * @param by - The sentence of the mail that says who asked.
 * @returns When it is due, in milliseconds since 1970.
 */
export async function scheduleDeletion(
  { db, now, deletionWait, origin }: Pick<CustodyContext, 'db' | 'now' | 'deletionWait' | 'origin'>,
  userId: string,
  by: string,
): Promise<{ dueAt: number }> {
  return db.query.transaction(async (query) => {
    const token = randomToken()
    const made = await rows<{ dueAt: number }>(
      query,
      sql`insert into vault.deletions (user_id, asked_at, due_at, keep_hash)
        values (${userId}, ${now()}, ${plusMs(now(), deletionWait)}, ${hashToken(token)})
        on conflict do nothing returning ${toMs(sql`due_at`)} as "dueAt"`,
    )
    const [due] =
      made.length > 0
        ? made
        : await rows<{ dueAt: number }>(
            query,
            sql`select ${toMs(sql`due_at`)} as "dueAt" from vault.deletions where user_id = ${userId}`,
          )
    const dueAt = Math.round(due?.dueAt ?? 0)
    if (made.length === 0) return { dueAt }
    const on = `${by} On ${new Date(dueAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`
    const url = `${origin}/keep?token=${token}`
    const isWallet = (await readHeld(query, userId)) === 'wallet'
    const notice = isWallet
      ? {
          title: 'Your wallet will be deleted',
          text: `${on} the wallet and all that is kept about you are deleted. Nobody can restore the wallet then, so the money in it is lost unless you send it elsewhere or export the wallet before. Until then you can keep the wallet.`,
          link: { label: 'Keep my wallet', url },
        }
      : {
          title: 'Your data will be deleted',
          text: `${on} all that is kept about you is deleted. You have no wallet. Until then you can keep your data.`,
          link: { label: 'Keep my data', url },
        }
    await putNotice(query, now, userId, notice)
    return { dueAt }
  })
}

/** Deletes what the vault keeps of users whose wait is over: with a row goes the data key that only this row had. */
export async function shredWallets({ db, now }: Pick<CustodyContext, 'db' | 'now'>): Promise<void> {
  for (;;) {
    const isAny = await db.query.transaction(async (query) => {
      const [due] = await rows<{ userId: string }>(
        query,
        sql`select user_id as "userId" from vault.deletions where due_at <= ${now()} and shredded_at is null
          order by due_at limit 1 for update skip locked`,
      )
      if (due === undefined) return false
      const { userId } = due
      await query.execute(
        sql`delete from vault.challenges where factor_id in (
          select f.id from vault.factors f join vault.wallets w on w.id = f.wallet_id where w.user_id = ${userId})`,
      )
      const hadWallet = (await readHeld(query, userId)) === 'wallet'
      await query.execute(sql`delete from vault.wallets where user_id = ${userId}`)
      await query.execute(sql`delete from vault.answers where user_id = ${userId}`)
      await query.execute(sql`delete from vault.vouchers where user_id = ${userId}`)
      await query.execute(
        sql`update vault.deletions set shredded_at = ${now()}, had_wallet = ${hadWallet} where user_id = ${userId}`,
      )
      return true
    })
    if (!isAny) return
  }
}

/** Deletes recovery's data of users that the vault has deleted, and reports it to `auth`, which deletes its rows last. */
export async function shredHalves({ db, now }: Pick<CustodyContext, 'db' | 'now'>): Promise<void> {
  await db.query.execute(
    sql`delete from recovery.deletions r where not exists (select 1 from vault.deletions d where d.user_id = r.user_id)`,
  )
  for (;;) {
    const isAny = await db.query.transaction(async (query) => {
      const [due] = await rows<{ userId: string }>(
        query,
        sql`select d.user_id as "userId" from vault.deletions d where d.shredded_at is not null
          and not exists (select 1 from recovery.deletions r where r.user_id = d.user_id) order by d.due_at limit 1`,
      )
      if (due === undefined) return false
      const { userId } = due
      const mailboxes = sql`(select mailbox_index from recovery.owners where user_id = ${userId}
        union select old_index from recovery.moves where user_id = ${userId} and undone_at is null
        union select mailbox_index from recovery.logins where user_id = ${userId})`
      await query.execute(
        sql`delete from recovery.challenges where factor_id in (select factor_id from recovery.halves where user_id = ${userId})`,
      )
      await query.execute(sql`delete from recovery.halves where user_id = ${userId}`)
      await query.execute(
        sql`delete from recovery.mail_codes where mailbox_index in ${mailboxes}
          or device_id in (select id from auth.devices where user_id = ${userId})`,
      )
      await query.execute(sql`delete from recovery.moves where user_id = ${userId}`)
      await query.execute(sql`delete from recovery.owners where user_id = ${userId}`)
      await query.execute(sql`delete from recovery.logins where user_id = ${userId}`)
      await query.execute(
        sql`insert into recovery.deletions (user_id, done_at) values (${userId}, ${now()}) on conflict do nothing`,
      )
      return true
    })
    if (!isAny) return
  }
}
