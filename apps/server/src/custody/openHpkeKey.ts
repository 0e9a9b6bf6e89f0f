import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import { fromBase64Url, toBase64Url } from '@latchkey/protocol/internal/bytes'
import { createHpkeKeyPair, type HpkeKeyPair } from '@latchkey/protocol/internal/hpke'
import { sql } from 'drizzle-orm'
import type { Db } from '../platform/db/db.js'
import { rows } from '../platform/db/rows.js'
import { openEnvelope, sealEnvelope } from './envelope.js'
import type { KeyProvider } from './keys/keyProvider.js'
import { requireOtherNames } from './keys/requireSeparateKeys.js'

/**
 * Opens the key that frames seal to, and makes it at the first start. It is also the canary: a server with other keys than
 * those its database was written with does not start.
 *
 * @throws LatchkeyError INVALID_CONFIG when the keys are not the right ones, API_UNREACHABLE.
 */
export async function openHpkeKey(db: Db, keys: KeyProvider, schema: 'vault' | 'recovery'): Promise<HpkeKeyPair> {
  const table = sql.raw(`${schema}.hpke_keys`)
  const [other] = await rows<{ identity: string }>(
    db.query,
    sql`select key_identity as identity from ${sql.raw(schema === 'vault' ? 'recovery' : 'vault')}.hpke_keys where id = 1 and key_identity is not null`,
  )
  if (other !== undefined) requireOtherNames(keys.identity, other.identity)
  const aad = { v: '1', table: `${schema}.hpke_keys` }
  const read = () =>
    rows<{ publicKey: string; envelope: string }>(
      db.query,
      sql`select public_key as "publicKey", envelope from ${table} where id = 1`,
    )
  let [row] = await read()
  if (row === undefined) {
    const { publicKey, privateKey } = createHpkeKeyPair()
    const envelope = await sealEnvelope(keys, privateKey, aad)
    await db.query.execute(
      sql`insert into ${table} (id, public_key, envelope) values (1, ${toBase64Url(publicKey)}, ${envelope}) on conflict do nothing`,
    )
    ;[row] = await read()
  }
  if (row === undefined) throw new LatchkeyError('API_UNREACHABLE', 'The database keeps no key')
  try {
    const privateKey = await openEnvelope(keys, row.envelope, aad)
    // Only keys that open what is here may say that they are the ones.
    await db.query.execute(
      sql`update ${table} set key_identity = ${keys.identity} where id = 1 and key_identity is distinct from ${keys.identity}`,
    )
    return { publicKey: fromBase64Url(row.publicKey), privateKey }
  } catch (cause) {
    if (isLatchkeyError(cause, 'API_UNREACHABLE')) throw cause
    throw new LatchkeyError('INVALID_CONFIG', `The keys of the ${schema} are not those its database was written with`, {
      cause,
    })
  }
}
