import { sql } from 'drizzle-orm'
import { rows } from '../../platform/db/rows.js'
import { type LoginName, labelOf } from '../../platform/social/loginName.js'
import { WalletRefusal } from '../../platform/wallet/walletRefusal.js'
import type { AuthContext } from '../authContext.js'

/**
 * Refuses a code by mail to who has no mailbox here: they confirm by signing in again.
 *
 * @throws WalletRefusal STEP_UP_REQUIRED that says with what.
 */
export async function requireMailUser({ db }: Pick<AuthContext, 'db'>, userId: string): Promise<void> {
  const [account] = await rows<{ provider: LoginName }>(
    db.query,
    sql`select a.provider from auth.users u join auth.social_accounts a on a.user_id = u.id and a.subject_index = u.email_index
      where u.id = ${userId}`,
  )
  if (account === undefined) return
  const label = labelOf(account.provider)
  throw new WalletRefusal('STEP_UP_REQUIRED', `Sign out, sign in with ${label} again, and do this within five minutes.`)
}
