import { LatchkeyError } from '@latchkey/protocol/errors'
import { sql } from 'drizzle-orm'
import { rows } from '../platform/db/rows.js'
import type { SecretBox } from '../platform/secrets/secretBox.js'
import { readEmail } from '../platform/wallet/readEmail.js'
import type { AuthContext } from './authContext.js'
import { emailIndex } from './emailIndex.js'

/**
 * Finds an account by its id, or by its e-mail address through the keyed index.
 *
 * @param who - The id, or the address, which has an `@`.
 * @param box - Gives the box of `auth`; asked only for an address.
 * @returns The id of the account.
 * @throws LatchkeyError INVALID_PARAMS when there is no such account, or no such address can be.
 */
export async function findUser(
  { db }: Pick<AuthContext, 'db'>,
  who: string,
  box: () => Promise<SecretBox>,
): Promise<string> {
  const isEmail = who.includes('@')
  const where = isEmail ? sql`email_index = ${emailIndex(await box(), readEmail(who))}` : sql`id = ${who}`
  const [found] = await rows<{ id: string }>(db.query, sql`select id from auth.users where ${where}`)
  if (found !== undefined) return found.id
  throw new LatchkeyError('INVALID_PARAMS', `There is no user with this ${isEmail ? 'e-mail address' : 'id'}`, {
    hints: [
      isEmail
        ? 'Check the address, and that LATCHKEY_AUTH_KEYS is the ring of the server.'
        : 'latchkey-server user find <e-mail> prints the id of a user.',
    ],
  })
}
