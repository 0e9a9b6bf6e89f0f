import { sql } from 'drizzle-orm'
import { rows } from '../platform/db/rows.js'
import type { Outbox } from '../platform/mail/createOutbox.js'
import { noticeMail } from '../platform/mail/writeMails.js'
import { defaultRetention } from '../platform/wallet/retention.js'
import type { WalletDeps } from '../walletDeps.js'
import { openEmail } from './emailIndex.js'
import { makeFreezeLink } from './freezeLink.js'

const day = 86_400_000

/** Turns what custody wrote down into mails to the owners, each once. */
export async function sendNotices(context: WalletDeps & { outbox: Outbox }): Promise<void> {
  const { db, box, now, outbox, retention = defaultRetention } = context
  for (;;) {
    const taken = await db.query.transaction(async (query) => {
      type Row = { userId: string; title: string; text: string; label: string | null; url: string | null }
      const notices = await rows<Row>(
        query,
        sql`delete from auth.notices where id in (select id from auth.notices order by created_at limit 16 for update skip locked)
          returning user_id as "userId", title, body as text, link_label as label, link_url as url`,
      )
      for (const { userId, title, text, label, url } of notices) {
        // An address that can still undo a change gets every notice of the account.
        const told = await rows<{ index: string; box: string }>(
          query,
          sql`select email_index as index, email_box as box from auth.users where id = ${userId}
            union select old_index, old_box from auth.email_changes
              where user_id = ${userId} and undone_at is null and undo_until > ${now()}`,
        )
        for (const { index, box: sealed } of told) {
          const facts = {
            to: openEmail(box, sealed, index),
            wallet: context.name,
            parentOrigin: context.origin,
            place: '',
            freezeUrl: await makeFreezeLink(context, query, index),
          }
          const undo = label === null || url === null ? {} : { undo: { label, url } }
          await outbox.put(query, noticeMail(facts, { title, text, ...undo }), retention.notices * day)
        }
      }
      return notices.length
    })
    if (taken === 0) return
    outbox.poke()
  }
}
