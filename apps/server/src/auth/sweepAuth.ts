import { signedCallWindow } from '@latchkey/protocol/internal/walletApi'
import { type SQL, sql } from 'drizzle-orm'
import { plusMs } from '../platform/db/dbClock.js'
import { rows } from '../platform/db/rows.js'
import { sweepRows } from '../platform/db/sweepRows.js'
import { defaultRetention } from '../platform/wallet/retention.js'
import type { AuthContext } from './authContext.js'
import { freezeLinkLife } from './freezeLink.js'

const day = 86_400_000

/** Deletes what no call can use any more, and what was kept for as long as the operator wants. */
export async function sweepAuth({
  db,
  now,
  retention = defaultRetention,
}: Pick<AuthContext, 'db' | 'now' | 'retention'>): Promise<void> {
  const sweep = (table: SQL, by: SQL, kept: number, and = sql``) =>
    sweepRows((statement) => rows(db.query, statement), {
      table,
      by,
      due: sql`${by} < ${plusMs(now(), -kept)} ${and}`,
    })
  await sweep(sql`auth.nonces`, sql`expires_at`, signedCallWindow)
  await sweep(sql`auth.passkey_challenges`, sql`expires_at`, 0)
  await sweep(sql`auth.challenges`, sql`expires_at`, retention.signIns * day)
  await sweep(sql`auth.social_logins`, sql`expires_at`, retention.signIns * day)
  // An account that was to be linked, and that recovery never linked.
  const isLost = sql`and link_id is not null and not exists (
    select 1 from recovery.logins g where g.id = social_accounts.link_id and g.user_id = social_accounts.user_id)`
  await sweep(sql`auth.social_accounts`, sql`created_at`, day, isLost)
  await sweep(sql`auth.freeze_links`, sql`created_at`, freezeLinkLife)
  await sweep(sql`auth.limits`, sql`started_at`, day)
  await sweep(sql`auth.sessions`, sql`expires_at`, retention.sessions * day)
  await sweep(sql`auth.sessions`, sql`revoked_at`, retention.sessions * day)
  // What is still there after so long could not be made a mail of.
  await sweep(sql`auth.notices`, sql`created_at`, retention.notices * day)
  await sweep(sql`auth.email_changes`, sql`undo_until`, retention.emailChanges * day)
  // The row says that the half of this browser counts no more, so it stays until the vault has deleted that.
  const holds = sql`select 1 from vault.wallets w join vault.factors f on f.wallet_id = w.id
    where w.user_id = devices.user_id and f.device_id = devices.id and f.kind = 'device'`
  await sweep(sql`auth.devices`, sql`revoked_at`, retention.browsers * day, sql`and not exists (${holds})`)
}
