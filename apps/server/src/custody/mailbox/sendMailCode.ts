import { sql } from 'drizzle-orm'
import { plusMs } from '../../platform/db/dbClock.js'
import { type Query, rows } from '../../platform/db/rows.js'
import { codeMail } from '../../platform/mail/writeMails.js'
import type { MailAsk } from '../../platform/wallet/mailAsk.js'
import { loginLife, newCode, sealCode, stepUpCodeLife } from '../../platform/wallet/oneTimeCode.js'
import type { MailboxContext } from './mailboxContext.js'
import { mailboxIndex } from './mailboxIndex.js'

/**
 * Creates a code for one mailbox and one device, ends older ones of the same kind for the two, and queues the mail. A challenge that was
 * answered, or that belongs to another device or mailbox, gets no new code.
 */
export async function sendMailCode(
  { box, now, outbox, name, origin }: MailboxContext,
  query: Query,
  ask: Extract<MailAsk, { ask: 'code' }>,
): Promise<void> {
  const { id, kind, email, authIndex, deviceId, sessionId, byLink } = ask
  const index = mailboxIndex(box, email)
  const code = newCode()
  const { salt, mac } = sealCode(box, { id, kind, mailboxIndex: index, deviceId }, code)
  const life = kind === 'login' ? loginLife : stepUpCodeLife
  const made = await rows(
    query,
    sql`insert into recovery.mail_codes as c (id, kind, mailbox_index, auth_index, device_id, session_id, by_link, salt, mac,
        made_at, expires_at)
      values (${id}, ${kind}, ${index}, ${authIndex}, ${deviceId}, ${sessionId}, ${byLink}, ${salt}, ${mac}, ${now()}, ${plusMs(now(), life)})
      on conflict (id) do update set salt = excluded.salt, mac = excluded.mac, attempts = 0, made_at = excluded.made_at,
        expires_at = excluded.expires_at
      where (c.kind, c.mailbox_index, c.device_id) = (excluded.kind, excluded.mailbox_index, excluded.device_id) and c.proven_at is null
      returning 1 as one`,
  )
  if (made.length === 0) return
  await query.execute(
    sql`update recovery.mail_codes set expires_at = ${now()}
      where mailbox_index = ${index} and kind = ${kind} and device_id = ${deviceId} and id <> ${id} and proven_at is null
        and expires_at > ${now()}`,
  )
  const freezeUrl = `${origin}/freeze?token=${ask.freezeToken}`
  await outbox.put(query, codeMail({ ...ask, to: email, wallet: name, freezeUrl }, kind, code), life)
}
