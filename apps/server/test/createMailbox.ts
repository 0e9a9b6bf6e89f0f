import { sql } from 'drizzle-orm'
import type { MailboxContext } from '../src/custody/mailbox/mailboxContext.js'
import { mailboxIndex } from '../src/custody/mailbox/mailboxIndex.js'
import { plusMs } from '../src/platform/db/dbClock.js'
import { sealCode } from '../src/platform/wallet/oneTimeCode.js'
import { createCustody } from './createCustody.js'

/** A code as it was mailed. */
export type SentCode = {
  kind?: string
  email: string
  deviceId: string
  sessionId?: string | null
  byLink?: boolean
  life?: number
  code?: string
}

/** What recovery decides about mailboxes over a real database, without HTTP and without mails. */
export async function createMailbox() {
  const custody = await createCustody()
  const outbox = {
    put: async () => undefined,
    poke: () => undefined,
    drain: async () => undefined,
    depth: async () => 0,
    close: async () => undefined,
  }
  const context: MailboxContext = { ...custody.context, schema: 'recovery', outbox }
  const { box, now } = context
  const newEmail = () => `${custody.newId().toLowerCase().replaceAll(/[_-]/g, 'x')}@mail.example`
  const indexOf = (email: string) => mailboxIndex(box, email)

  /** Writes a code as it was mailed; gives the id of its challenge. */
  async function send({ kind = 'login', email, deviceId, sessionId = null, byLink = false, ...more }: SentCode) {
    const { life = 600_000, code = '123456' } = more
    const [id, index] = [custody.newId(), indexOf(email)]
    const { salt, mac } = sealCode(box, { id, kind, mailboxIndex: index, deviceId }, code)
    await custody.db.query.execute(
      sql`insert into recovery.mail_codes (id, kind, mailbox_index, auth_index, device_id, session_id, by_link, salt, mac, made_at, expires_at)
        values (${id}, ${kind}, ${index}, ${`auth of ${email}`}, ${deviceId}, ${sessionId}, ${byLink}, ${salt}, ${mac},
          ${now()}, ${plusMs(now(), life)})`,
    )
    return id
  }
  return { ...custody, context, newEmail, indexOf, send }
}
