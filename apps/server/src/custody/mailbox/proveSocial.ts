import { isLatchkeyError } from '@latchkey/protocol/errors'
import { sql } from 'drizzle-orm'
import { plusMs } from '../../platform/db/dbClock.js'
import { socialNonce } from '../../platform/social/socialNonce.js'
import { socialSubject } from '../../platform/social/socialSubject.js'
import type { MailAsk } from '../../platform/wallet/mailAsk.js'
import { loginLife } from '../../platform/wallet/oneTimeCode.js'
import type { LinkedAccount } from './linkAccount.js'
import type { MailboxContext } from './mailboxContext.js'
import { mailboxIndex } from './mailboxIndex.js'

/**
 * Verifies the proof of a provider against the provider or its keys, and records that this device has proven the account. An account is
 * to recovery what a mailbox is. Where the provider signs, its word names the sign-in and the device, so `auth` cannot use one again.
 */
export async function proveSocial(
  { db, now, box, log, socials }: MailboxContext,
  { id, provider, evidence, deviceId, kind, sessionId }: Extract<MailAsk, { ask: 'social' }>,
): Promise<void> {
  if (socials === undefined || !socials.has(provider)) {
    log.warn({ provider }, 'Recovery knows no such provider of social logins: see LATCHKEY_SOCIALS_FILE')
    return
  }
  try {
    const { subject, email, userName } = await socials.profile(provider, evidence, {
      nonce: socialNonce({ id, deviceId }),
    })
    const index = mailboxIndex(box, socialSubject(provider, subject))
    const account: LinkedAccount = { provider, name: email ?? userName }
    const sealed = kind === 'link' ? box.seal(JSON.stringify(account), `link/${id}`) : null
    await db.query.execute(
      sql`insert into recovery.mail_codes (id, kind, mailbox_index, auth_index, device_id, session_id, by_link, salt, mac, made_at,
          expires_at, proven_at, account_box)
        values (${id}, ${kind}, ${index}, '', ${deviceId}, ${sessionId}, false, '', '', ${now()}, ${plusMs(now(), loginLife)}, ${now()},
          ${sealed})
        on conflict (id) do nothing`,
    )
  } catch (error) {
    if (!isLatchkeyError(error)) throw error
    log.warn({ provider }, 'Recovery could not check a social login')
  }
}
