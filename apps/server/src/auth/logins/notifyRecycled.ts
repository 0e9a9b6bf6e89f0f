import { sql } from 'drizzle-orm'
import { type Query, rows } from '../../platform/db/rows.js'
import { putNotice } from '../../platform/mail/putNotice.js'
import { type LoginName, labelOf } from '../../platform/social/loginName.js'
import type { AuthContext } from '../authContext.js'

/**
 * Notifies those whose account at a provider has the address of another account there: a provider may give an address, or even a whole account
 * name, to somebody else. That is another person, and opens nothing of the first.
 */
export async function notifyRecycled(
  { now }: Pick<AuthContext, 'now'>,
  query: Query,
  given: { provider: LoginName; index: string; addressIndex: string | null; userId: string },
): Promise<void> {
  const { provider, index, addressIndex, userId } = given
  if (addressIndex === null) return
  const label = labelOf(provider)
  const before = await rows<{ id: string }>(
    query,
    sql`select distinct user_id as id from auth.social_accounts
      where provider = ${provider} and email_index = ${addressIndex} and subject_index <> ${index} and user_id <> ${userId}`,
  )
  for (const { id } of before)
    await putNotice(query, now, id, {
      title: `Another ${label} account has your e-mail address`,
      text: `Someone signed in with another ${label} account that has your e-mail address. It does not open your wallet.`,
    })
}
