import { sql } from 'drizzle-orm'
import { rows } from '../platform/db/rows.js'
import type { Outbox } from '../platform/mail/createOutbox.js'
import type { WalletDeps } from '../walletDeps.js'
import { openEmail } from './emailIndex.js'
import { noticeMail } from './mails/writeMails.js'

const life = 86_400_000

/** Turns what custody wrote down into mails to the owners, each once. */
export async function sendNotices(context: WalletDeps & { outbox: Outbox }): Promise<void> {
  const { db, box, outbox } = context
  for (;;) {
    const taken = await db.query.transaction(async (query) => {
      const notices = await rows<{ userId: string; title: string; text: string }>(
        query,
        sql`delete from auth.notices where id in (select id from auth.notices order by created_at limit 16 for update skip locked)
          returning user_id as "userId", title, body as text`,
      )
      for (const { userId, ...notice } of notices) {
        const [user] = await rows<{ index: string; box: string }>(
          query,
          sql`select email_index as index, email_box as box from auth.users where id = ${userId}`,
        )
        // An account that is gone has nobody to tell.
        if (user === undefined) continue
        const to = openEmail(box, user.box, user.index)
        const facts = { to, wallet: context.name, parentOrigin: context.origin, place: '' }
        await outbox.put(query, noticeMail(facts, notice), life)
      }
      return notices.length
    })
    if (taken === 0) return
    outbox.poke()
  }
}
