import { sql } from 'drizzle-orm'
import { rows } from '../../platform/db/rows.js'
import { type LoginName, labelOf } from '../../platform/social/loginName.js'
import { WalletRefusal } from '../../platform/wallet/walletRefusal.js'
import type { AuthContext } from '../authContext.js'
import { openEmail } from '../emailIndex.js'

/**
 * Refuses a code by mail to users without a mailbox here: they confirm by signing in again.
 *
 * @throws WalletRefusal STEP_UP_REQUIRED that says with what.
 */
export async function requireMailUser({ db, box }: Pick<AuthContext, 'db' | 'box'>, userId: string): Promise<void> {
  const [user] = await rows<{ provider: LoginName | null; index: string; sealed: string }>(
    db.query,
    sql`select a.provider, u.email_index as index, u.email_box as sealed
      from auth.users u left join auth.social_accounts a on a.user_id = u.id and a.subject_index = u.email_index
      where u.id = ${userId}`,
  )
  if (user === undefined || (user.provider === null && openEmail(box, user.sealed, user.index) !== '')) return
  const label = user.provider === null ? 'your passkey' : labelOf(user.provider)
  throw new WalletRefusal('STEP_UP_REQUIRED', `Sign out, sign in with ${label} again, and do this within five minutes.`)
}
