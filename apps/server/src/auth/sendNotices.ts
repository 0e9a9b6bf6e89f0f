import { sql } from 'drizzle-orm'
import { plusMs } from '../platform/db/dbClock.js'
import { type Query, rows } from '../platform/db/rows.js'
import type { Outbox } from '../platform/mail/createOutbox.js'
import { noticeMail } from '../platform/mail/writeMails.js'
import { defaultRetention } from '../platform/wallet/retention.js'
import type { WalletDeps } from '../walletDeps.js'
import { makeFreezeLink } from './freezeLink.js'
import { readAddresses } from './logins/readAddresses.js'

type Context = WalletDeps & { outbox: Outbox }
type Notice = { id: string; userId: string; title: string; text: string; label: string | null; url: string | null }

const day = 86_400_000
/** How long a notice rests that no mail could be made of, in milliseconds. */
const retryAfter = 60_000

/** Turns what custody wrote down into mails to the owners, each once. A notice whose address cannot be opened waits; others do not. */
export async function sendNotices(context: Context): Promise<void> {
  const { db, now, outbox } = context
  for (;;) {
    const taken = await db.query.transaction(async (query) => {
      const notices = await rows<Notice>(
        query,
        sql`select id, user_id as "userId", title, body as text, link_label as label, link_url as url from auth.notices
          where next_at is null or next_at <= ${now()} order by created_at limit 16 for update skip locked`,
      )
      for (const notice of notices)
        await query.execute(
          (await sendNotice(context, query, notice))
            ? sql`delete from auth.notices where id = ${notice.id}`
            : sql`update auth.notices set next_at = ${plusMs(now(), retryAfter)} where id = ${notice.id}`,
        )
      return notices.length
    })
    if (taken === 0) return
    outbox.poke()
  }
}

/** Writes the mails of a notice; false when there are addresses and none of them could be opened. */
async function sendNotice(
  context: Context,
  query: Query,
  { userId, title, text, label, url }: Notice,
): Promise<boolean> {
  const { outbox, retention = defaultRetention } = context
  const { addresses, isShut } = await readAddresses(context, query, userId)
  for (const { index, email } of addresses) {
    const facts = {
      to: email,
      wallet: context.name,
      parentOrigin: context.origin,
      place: '',
      freezeUrl: await makeFreezeLink(context, query, index),
    }
    const undo = label === null || url === null ? {} : { undo: { label, url } }
    await outbox.put(query, noticeMail(facts, { title, text, ...undo }), retention.notices * day)
  }
  return !isShut
}
