import { sql } from 'drizzle-orm'
import { type Query, rows } from '../../platform/db/rows.js'
import { socialSubject } from '../../platform/social/socialSubject.js'
import type { MailAsk } from '../../platform/wallet/mailAsk.js'
import type { MailboxContext } from './mailboxContext.js'
import { mailboxIndex } from './mailboxIndex.js'
import { readLinker } from './readLinker.js'

/**
 * Removes an account from a wallet, where the device that asks may change its logins and another login stays. A wallet that was made with
 * it belongs to the oldest that stays.
 */
export async function unlinkAccount(
  context: MailboxContext,
  query: Query,
  { userId, deviceId, provider, subject }: Extract<MailAsk, { ask: 'unlink' }>,
): Promise<void> {
  const { box, log } = context
  const index = mailboxIndex(box, socialSubject(provider, subject))
  const linker = await readLinker(context, query, { userId, deviceId })
  if (linker !== 'yes') {
    log.warn({ reason: linker }, 'A login was not removed: who asked may not do it')
    return
  }
  const [owner] = await rows<{ index: string | null }>(
    query,
    sql`select mailbox_index as index from recovery.owners where user_id = ${userId} for update`,
  )
  const [other] = await rows<{ index: string }>(
    query,
    sql`select mailbox_index as index from recovery.logins where user_id = ${userId} and mailbox_index <> ${index}
      order by linked_at, id limit 1`,
  )
  if (owner?.index === index) {
    if (other === undefined) {
      log.warn('A login was not removed: it is the last of its wallet')
      return
    }
    await query.execute(sql`update recovery.owners set mailbox_index = ${other.index} where user_id = ${userId}`)
  }
  await query.execute(sql`delete from recovery.logins where user_id = ${userId} and mailbox_index = ${index}`)
}
