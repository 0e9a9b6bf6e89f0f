import { LatchkeyError } from '@latchkey/protocol/errors'
import { sql } from 'drizzle-orm'
import { rows } from '../platform/db/rows.js'
import type { SecretBox } from '../platform/secrets/secretBox.js'
import { readEmail } from '../platform/wallet/readEmail.js'
import type { AuthContext } from './authContext.js'
import { emailIndex } from './emailIndex.js'
import { isCounted } from './logins/isCounted.js'

/**
 * Finds an account by its id, or through the keyed index by its e-mail address: the one that signs in with it, or the one whose social
 * account has it and whose provider has checked it.
 *
 * @param who - The id, or the address, which has an `@`.
 * @param box - Gives the box of `auth`; asked only for an address.
 * @returns The id of the account.
 * @throws LatchkeyError INVALID_PARAMS when there is no such account, there are several, or no such address can be.
 */
export async function findUser(
  { db }: Pick<AuthContext, 'db'>,
  who: string,
  box: () => Promise<SecretBox>,
): Promise<string> {
  const isEmail = who.includes('@')
  const byAddress = (index: string) =>
    sql`select id, 'e-mail' as by from auth.users where email_index = ${index}
      union all select a.user_id, a.provider from auth.social_accounts a
        where a.email_index = ${index} and ${isCounted} and not exists (
          select 1 from auth.users u where u.id = a.user_id and u.email_index = ${index})`
  const found = await rows<{ id: string; by: string }>(
    db.query,
    isEmail
      ? byAddress(emailIndex(await box(), readEmail(who)))
      : sql`select id, 'id' as by from auth.users where id = ${who}`,
  )
  const [first, ...more] = found
  if (first !== undefined && more.length > 0)
    throw new LatchkeyError(
      'INVALID_PARAMS',
      'Several users have this e-mail address: pass the id of the one you mean',
      {
        hints: found.map(({ id, by }) => `${id} signs in with ${by}`),
      },
    )
  if (first !== undefined) return first.id
  throw new LatchkeyError('INVALID_PARAMS', `There is no user with this ${isEmail ? 'e-mail address' : 'id'}`, {
    hints: [
      isEmail
        ? 'Check the address, and that LATCHKEY_AUTH_KEYS is the ring of the server.'
        : 'latchkey-server user find <e-mail> prints the id of a user.',
    ],
  })
}
