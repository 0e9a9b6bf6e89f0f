import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import { sql } from 'drizzle-orm'
import { openEnvelope, sealEnvelope } from './custody/envelope.js'
import type { Aad, KeyProvider } from './custody/keys/keyProvider.js'
import type { Db } from './platform/db/db.js'
import { rows } from './platform/db/rows.js'

const aad: Aad = { v: '1', table: 'sessions.key_check' }

/**
 * Ensures that the keys of sessions are those the database was written with, and at the first start writes down that they are.
 *
 * @param db - The database.
 * @param keys - The keys.
 * @throws LatchkeyError INVALID_CONFIG when they are others, API_UNREACHABLE.
 */
export async function checkSessionKeys({ query }: Db, keys: KeyProvider): Promise<void> {
  const find = () => rows<{ envelope: string }>(query, sql`select envelope from sessions.key_check where id = 1`)
  let [check] = await find()
  if (check === undefined) {
    // A database from before this check has sessions, and the first of them tells.
    const [session] = await rows<{ pci: string; account: string; envelope: string }>(
      query,
      sql`select pci, chain || ':' || address as account, envelope from sessions.sessions order by created_at, pci limit 1`,
    )
    if (session !== undefined) {
      const { pci, account, envelope } = session
      await open(keys, envelope, { v: '1', purpose: 'session', pci, account })
    }
    const sealed = await sealEnvelope(keys, new Uint8Array(1), aad)
    await query.execute(sql`insert into sessions.key_check (id, envelope) values (1, ${sealed}) on conflict do nothing`)
    ;[check] = await find()
  }
  if (check === undefined) throw new LatchkeyError('API_UNREACHABLE', 'The database keeps no key')
  await open(keys, check.envelope, aad)
}

async function open(keys: KeyProvider, envelope: string, binding: Aad): Promise<void> {
  try {
    ;(await openEnvelope(keys, envelope, binding)).fill(0)
  } catch (cause) {
    if (isLatchkeyError(cause, 'API_UNREACHABLE')) throw cause
    throw new LatchkeyError(
      'INVALID_CONFIG',
      'The keys of the sessions are not those their database was written with',
      {
        hints: ['LATCHKEY_SESSION_KEYS must name the keys of before, with newer ones beside them if there are any.'],
        cause,
      },
    )
  }
}
