import { sql } from 'drizzle-orm'
import { toMs } from '../../platform/db/dbClock.js'
import { type Query, rows } from '../../platform/db/rows.js'
import type { LoginName } from '../../platform/social/loginName.js'
import type { SocialProfile } from '../../platform/social/oauthProviders.js'
import type { AuthContext } from '../authContext.js'
import { isCounted } from './isCounted.js'

/** An account at a provider that signs in to a user; times in milliseconds. */
export type Account = {
  provider: LoginName
  /** Its keyed hash: an id that says nothing about the account. */
  index: string
  addedAt: number
  /** The user is kept under it. */
  isFirst: boolean
  profile: SocialProfile
}

/** Reads the accounts at providers that sign in to a user, the oldest first. */
export async function readAccounts(
  { box }: Pick<AuthContext, 'box'>,
  query: Query,
  userId: string,
): Promise<Account[]> {
  const found = await rows<Omit<Account, 'profile'> & { sealed: string }>(
    query,
    sql`select a.provider, a.subject_index as index, ${toMs(sql`a.created_at`)} as "addedAt",
        a.subject_index = u.email_index as "isFirst", a.box as sealed
      from auth.social_accounts a join auth.users u on u.id = a.user_id
      where a.user_id = ${userId} and ${isCounted} order by a.created_at, a.subject_index`,
  )
  return found.map(({ sealed, ...account }) => ({
    ...account,
    profile: JSON.parse(box.open(sealed, `social/${account.index}`)) as SocialProfile,
  }))
}
