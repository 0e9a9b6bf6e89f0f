import { sql } from 'drizzle-orm'
import { toMs } from '../../platform/db/dbClock.js'
import { rows } from '../../platform/db/rows.js'
import type { LoginName } from '../../platform/social/loginName.js'
import type { Principal } from '../../platform/wallet/authenticate.js'
import type { AuthContext } from '../authContext.js'
import { openEmail } from '../emailIndex.js'
import { type Account, readAccounts } from './readAccounts.js'

/** A way to sign in as its owner sees it; the time in milliseconds. */
export type LoginEntry = {
  id: string
  provider: LoginName | 'email'
  /** The address, or the name that the account has at its provider. */
  name: string | null
  addedAt: number
  isRemovable: boolean
}

/** Lists what signs in to a user, and the providers of which an account can be linked. */
export async function listLogins(
  context: AuthContext,
  { userId }: Principal,
): Promise<{ logins: LoginEntry[]; offered: string[] }> {
  const { db, box, socials } = context
  const accounts = await readAccounts(context, db.query, userId)
  // Who signed up with a passkey has no address.
  const mail = (await readMailLogin(context, accounts, userId))
    .map((entry) => openMail(box, entry))
    .filter(({ name }) => name !== '')
  const isRemovable = accounts.length + mail.length > 1
  const getViewEntry = ({ provider, index, addedAt, profile }: Account): LoginEntry => ({
    id: index,
    provider,
    name: profile.email ?? profile.userName,
    addedAt: Math.round(addedAt),
    isRemovable,
  })
  const offered = [...(socials?.names ?? [])]
  return { logins: [...mail, ...accounts.map(getViewEntry)], offered }
}

type MailLogin = { index: string; sealed: string; addedAt: number }

/** Finds the address of a user who signs in by e-mail; one who was made with an account at a provider does not. */
async function readMailLogin(
  { db }: Pick<AuthContext, 'db'>,
  accounts: readonly Account[],
  userId: string,
): Promise<MailLogin[]> {
  if (accounts.some(({ isFirst }) => isFirst)) return []
  return rows<MailLogin>(
    db.query,
    sql`select email_index as index, email_box as sealed, ${toMs(sql`created_at`)} as "addedAt" from auth.users where id = ${userId}`,
  )
}

function openMail(box: AuthContext['box'], { index, sealed, addedAt }: MailLogin): LoginEntry {
  const name = openEmail(box, sealed, index)
  return { id: 'email', provider: 'email', name, addedAt: Math.round(addedAt), isRemovable: false }
}
