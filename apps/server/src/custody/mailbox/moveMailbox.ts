import { sql } from 'drizzle-orm'
import { plusMs } from '../../platform/db/dbClock.js'
import { type Query, rows } from '../../platform/db/rows.js'
import type { MailAsk } from '../../platform/wallet/mailAsk.js'
import type { MailboxContext } from './mailboxContext.js'

const hour = 3_600_000
/** How long a change of address can be undone, with a margin, since recovery is notified later than `auth`. */
const undoLife = 73 * hour

/**
 * Moves a wallet to another mailbox, if one device has proven the old one and then the new one within the hour. Where the wallet has a
 * passkey or a recovery code, that device has answered with it too.
 */
export async function moveMailbox(
  { now, log }: MailboxContext,
  query: Query,
  { id, userId, deviceId }: Extract<MailAsk, { ask: 'move' }>,
): Promise<void> {
  const recent = (column: ReturnType<typeof sql>) => sql`${plusMs(column, hour)} > ${now()}`
  const moved = await rows(
    query,
    sql`with proven as (
        select o.mailbox_index as old, (select n.mailbox_index from recovery.mail_codes n
            where n.device_id = ${deviceId} and n.kind = 'change-secondary' and n.proven_at >= c.proven_at
              and ${recent(sql`n.proven_at`)} order by n.proven_at desc limit 1) as new
        from recovery.owners o join recovery.mail_codes c on c.mailbox_index = o.mailbox_index
        where o.user_id = ${userId} and c.device_id = ${deviceId} and c.kind = 'change-primary' and ${recent(sql`c.proven_at`)}
        order by c.proven_at desc limit 1),
      allowed as (
        select * from proven where new is not null and (
          not exists (select 1 from vault.factors f join vault.wallets w on w.id = f.wallet_id and w.epoch = f.epoch
            where w.user_id = ${userId} and w.state = 'active' and f.kind in ('passkey', 'code'))
          or exists (select 1 from vault.proofs p join vault.wallets w on w.id = p.wallet_id
            where w.user_id = ${userId} and p.device_id = ${deviceId} and ${recent(sql`p.owned_at`)}))),
      noted as (
        insert into recovery.moves (id, user_id, old_index, moved_at) select ${id}, ${userId}, old, ${now()} from allowed
        on conflict do nothing returning 1)
      update recovery.owners set mailbox_index = (select new from allowed)
      where user_id = ${userId} and exists (select 1 from noted) returning 1 as one`,
  )
  if (moved.length > 0) return
  const [owner] = await rows(query, sql`select 1 from recovery.owners where user_id = ${userId}`)
  // Before there is a wallet there is nothing to move.
  if (owner !== undefined) log.warn('A change of address was not followed: its mailboxes were not proven')
}

/** Moves a wallet back to the mailbox that it had before a change of the last days, and forgets the changes after it. */
export async function undoMove(
  { now }: MailboxContext,
  query: Query,
  { id, userId }: Extract<MailAsk, { ask: 'undo' }>,
): Promise<void> {
  await query.execute(
    sql`with undone as (
        update recovery.moves set undone_at = ${now()}
        where id = ${id} and user_id = ${userId} and undone_at is null and ${plusMs(sql`moved_at`, undoLife)} > ${now()}
        returning old_index, moved_at),
      later as (
        update recovery.moves m set undone_at = ${now()} from undone
        where m.user_id = ${userId} and m.undone_at is null and m.moved_at > undone.moved_at)
      update recovery.owners set mailbox_index = undone.old_index from undone where user_id = ${userId}`,
  )
}
