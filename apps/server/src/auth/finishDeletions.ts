import { sql } from 'drizzle-orm'
import { type Query, rows } from '../platform/db/rows.js'
import type { MailMessage } from '../platform/mail/mail.js'
import { receiverOf } from '../platform/mail/receiverOf.js'
import { goneMail } from '../platform/mail/writeMails.js'
import { defaultRetention } from '../platform/wallet/retention.js'
import type { AuthContext } from './authContext.js'
import { readAddresses } from './logins/readAddresses.js'
import type { SealedAddress } from './openAddresses.js'

const day = 86_400_000

/** Deletes the users whose data the vault and recovery have deleted, and notifies every known address of each. */
export async function finishDeletions(
  context: Pick<AuthContext, 'db' | 'now' | 'box' | 'log' | 'name' | 'origin' | 'outbox' | 'retention'>,
): Promise<void> {
  const { db, now, name, outbox, retention = defaultRetention } = context
  for (;;) {
    const isAny = await db.query.transaction(async (query) => {
      const [due] = await rows<{ userId: string; hadWallet: boolean }>(
        query,
        sql`select d.user_id as "userId", d.had_wallet as "hadWallet" from vault.deletions d join recovery.deletions r on r.user_id = d.user_id
          where d.shredded_at is not null order by d.due_at limit 1`,
      )
      if (due === undefined) return false
      const { userId, hadWallet } = due
      // A sign-in at the same time waits for this transaction, and creates a new user.
      const users = await rows<SealedAddress>(
        query,
        sql`select email_index as index, email_box as sealed from auth.users where id = ${userId} for update`,
      )
      const before = await rows<SealedAddress>(
        query,
        sql`select old_index as index, old_box as sealed from auth.email_changes
          where user_id = ${userId} and undone_at is null and undo_until > ${now()}`,
      )
      const sealed = new Map([...users, ...before].map((address) => [address.index, address]))
      // Recovery has deleted its links by now. A user without a known address is deleted without a notice.
      const { addresses } = await readAddresses(context, query, userId, sql`true`)
      const known = addresses.map(({ email }) => email)
      await dropMails(context, query, known)
      await query.execute(sql`delete from auth.notices where user_id = ${userId}`)
      await query.execute(sql`delete from auth.challenges where user_id = ${userId}`)
      // Each row has the origin and the method of a sign-in; its user id is removed with the user.
      await query.execute(
        sql`delete from auth.social_logins where device_id in (select id from auth.devices where user_id = ${userId})`,
      )
      for (const index of sealed.keys()) {
        await query.execute(sql`delete from auth.challenges where email_index = ${index}`)
        await query.execute(sql`delete from auth.freeze_links where email_index = ${index}`)
      }
      await query.execute(sql`delete from auth.users where id = ${userId}`)
      await query.execute(sql`delete from vault.deletions where user_id = ${userId}`)
      // If the user is gone, another server was first and has sent the notices.
      for (const to of known)
        await outbox.put(query, goneMail({ to, wallet: name, hadWallet }), retention.notices * day)
      return true
    })
    if (!isAny) return
    outbox.poke()
  }
}

/** Deletes the mails to some addresses that did not go out yet. */
async function dropMails({ box }: Pick<AuthContext, 'box'>, query: Query, addresses: readonly string[]): Promise<void> {
  for (const address of addresses)
    await query.execute(sql`delete from auth.outbox where receiver_index = ${receiverOf(box, address)}`)
  // Those that an older server wrote say nothing of their receiver.
  const older = await rows<{ id: string; sealed: string }>(
    query,
    sql`select id, box as sealed from auth.outbox where receiver_index is null`,
  )
  for (const { id, sealed } of older) {
    const { to } = JSON.parse(box.open(sealed, `outbox/${id}`)) as MailMessage
    if (addresses.includes(to)) await query.execute(sql`delete from auth.outbox where id = ${id}`)
  }
}
