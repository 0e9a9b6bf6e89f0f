import { sql } from 'drizzle-orm'
import { rows } from '../platform/db/rows.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import type { AuthContext } from './authContext.js'
import { openEmail } from './emailIndex.js'
import { readAccounts } from './logins/readAccounts.js'
import { readRecord, type UserRecord } from './readRecord.js'
import { readUserEmail } from './sessions.js'

/** The data export of a user. */
export type ExportedRecord = { email: string; formerEmails: string[]; socialAccounts: SocialAccount[] } & UserRecord

/** An account at a provider that opens the wallet, as the provider described it the last time. */
type SocialAccount = { provider: string; subject: string; userName: string | null; email: string | null }

/**
 * Returns all that the server keeps about an account and its person may see, with the addresses in plain words; no key and no part of one.
 *
 * @throws WalletRefusal SESSION_EXPIRED when there is no such account.
 */
export async function exportRecord(
  context: Pick<AuthContext, 'db' | 'now' | 'box' | 'freezeLife'>,
  userId: string,
): Promise<ExportedRecord> {
  const { db, box } = context
  const { email } = await readUserEmail(context, userId)
  const former = await rows<{ index: string; sealed: string }>(
    db.query,
    sql`select old_index as index, old_box as sealed from auth.email_changes where user_id = ${userId} order by undo_until`,
  )
  const accounts = await readAccounts(context, db.query, userId)
  const socialAccounts = accounts.map(({ provider, profile: { subject, userName, email } }) => ({
    provider,
    subject,
    userName,
    email,
  }))
  const record = await readRecord(context, userId)
  if (record === undefined) throw new WalletRefusal('SESSION_EXPIRED', 'Sign in again')
  const formerEmails = former.map(({ index, sealed }) => openEmail(box, sealed, index))
  return { email, formerEmails, socialAccounts, ...record }
}
