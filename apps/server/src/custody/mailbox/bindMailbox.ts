import { sql } from 'drizzle-orm'
import { rows } from '../../platform/db/rows.js'
import type { Principal } from '../../platform/wallet/authenticate.js'
import { WalletRefusal } from '../../platform/wallet/walletRefusal.js'
import type { CustodyContext } from '../custodyContext.js'

/**
 * Writes down which mailbox a new wallet belongs to: the one that its device proved when the session was opened, with the address that
 * the person typed there. `auth` names the challenge, but can name none of another device.
 *
 * @throws WalletRefusal SESSION_EXPIRED when the session was opened before recovery proved mailboxes.
 */
export async function bindMailbox(
  { db }: Pick<CustodyContext, 'db'>,
  { userId, sessionId, deviceId }: Principal,
): Promise<void> {
  const bound = await rows(
    db.query,
    sql`insert into recovery.owners as o (user_id, mailbox_index)
      select ${userId}, c.mailbox_index from recovery.mail_codes c join auth.sessions s on s.mail_id = c.id
      where s.id = ${sessionId} and c.device_id = ${deviceId} and c.kind in ('login', 'change-secondary') and c.proven_at is not null
      on conflict (user_id) do update set mailbox_index = excluded.mailbox_index returning 1 as one`,
  )
  if (bound.length === 0) throw new WalletRefusal('SESSION_EXPIRED', 'Sign in again')
}
