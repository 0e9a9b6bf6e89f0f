import { LatchkeyError } from '@latchkey/protocol/errors'
import { sql } from 'drizzle-orm'
import { openEmail } from './auth/emailIndex.js'
import type { KeyRing } from './custody/keys/readKeyRing.js'
import type { Db } from './platform/db/db.js'
import { rows } from './platform/db/rows.js'
import { createSecretBox, type SecretBox } from './platform/secrets/secretBox.js'

const place = 'key_check'

/**
 * Opens what the role `auth` keeps addresses with: by the key of the ring that the database was written with, whichever the ring
 * calls current, since accounts are found by it. At the first start that is the current one.
 *
 * @param db - The database.
 * @param ring - The key ring.
 * @returns The box.
 * @throws LatchkeyError INVALID_CONFIG when no key of the ring is the right one.
 */
export async function openAuthBox({ query }: Db, ring: KeyRing): Promise<SecretBox> {
  const box = await findAuthBox({ query }, ring)
  await query.execute(
    sql`insert into auth.key_check (id, box) values (1, ${box.seal('auth', place)}) on conflict do nothing`,
  )
  // Another process may have written the first check in the same moment.
  return findAuthBox({ query }, ring)
}

/**
 * Finds the box as `openAuthBox` does, and writes nothing.
 *
 * @throws LatchkeyError INVALID_CONFIG when no key of the ring is the right one.
 */
export async function findAuthBox({ query }: Pick<Db, 'query'>, { current, keys }: KeyRing): Promise<SecretBox> {
  const boxes = [...keys]
    .sort(([one], [other]) => Number(other === current) - Number(one === current))
    .map(([, key]) => createSecretBox(key))
  const [check] = await rows<{ box: string }>(query, sql`select box from auth.key_check where id = 1`)
  // A database from before this check has accounts, and the first of them tells.
  const [account] = check
    ? []
    : await rows<{ index: string; sealed: string }>(
        query,
        sql`select email_index as index, email_box as sealed from auth.users order by created_at, id limit 1`,
      )
  const right = boxes.find((box) => {
    if (check !== undefined) return opens(() => box.open(check.box, place))
    return account === undefined || opens(() => openEmail(box, account.sealed, account.index))
  })
  if (right === undefined) throw wrongKeys()
  return right
}

function opens(open: () => string): boolean {
  try {
    open()
    return true
  } catch {
    return false
  }
}

function wrongKeys(): LatchkeyError {
  return new LatchkeyError('INVALID_CONFIG', 'The keys of auth are not those its database was written with', {
    hints: [
      'LATCHKEY_AUTH_KEYS must name the ring of before: with another one everybody would get a second, empty wallet.',
    ],
  })
}
