import { randomBytes } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../platform/db/db.js'
import { rows } from '../platform/db/rows.js'
import { rewrapEnvelope, wrappedBy } from './envelope.js'
import { envelopeAad } from './halfBinding.js'
import type { Aad, KeyProvider } from './keys/keyProvider.js'

/** The part whose envelopes are re-encrypted: each has keys of its own. */
export type EnvelopeOwner = 'vault' | 'recovery' | 'sessions'

type Row = { id: string; envelope: string; aad: { [name: string]: string | number } }
type Place = { table: string; column: string; id: string; aad: (row: Row['aad']) => Aad; facts: SQL; join?: SQL }

const batch = 100
const text = (aad: Row['aad']): Aad =>
  Object.fromEntries(Object.entries(aad).map(([name, value]) => [name, `${value}`]))
const half = ({ userId = '', walletId = '', factorId = '', kind = '', epoch = 0 }: Row['aad']): Aad =>
  envelopeAad({ userId: `${userId}`, walletId: `${walletId}`, factorId: `${factorId}`, kind: `${kind}`, epoch: +epoch })
const hpke = (schema: 'vault' | 'recovery'): Place => ({
  table: `${schema}.hpke_keys`,
  column: 'envelope',
  id: 't.id::text',
  aad: text,
  facts: sql`json_build_object('v', '1', 'table', ${`${schema}.hpke_keys`}::text)`,
})

// What a server looks at when it starts comes last: while it is under the old key, one without that key does not start.
const places: { readonly [owner in EnvelopeOwner]: readonly Place[] } = {
  vault: [
    {
      table: 'vault.factors',
      column: 'envelope',
      id: 't.id',
      aad: half,
      facts: sql`json_build_object('userId', w.user_id, 'walletId', w.id, 'factorId', t.id, 'kind', t.kind, 'epoch', t.epoch)`,
      join: sql`join vault.wallets w on w.id = t.wallet_id`,
    },
    {
      table: 'vault.wallets',
      column: 'blob_envelope',
      id: 't.id',
      aad: half,
      facts: sql`json_build_object('userId', t.user_id, 'walletId', t.id, 'factorId', '', 'kind', 'blob', 'epoch', t.epoch)`,
    },
    hpke('vault'),
  ],
  recovery: [
    {
      table: 'recovery.halves',
      column: 'envelope',
      id: 't.factor_id',
      aad: half,
      facts: sql`json_build_object('userId', t.user_id, 'walletId', t.wallet_id, 'factorId', t.factor_id, 'kind', 'auto', 'epoch', t.epoch)`,
    },
    hpke('recovery'),
  ],
  sessions: [
    {
      table: 'sessions.sessions',
      column: 'envelope',
      id: 't.pci',
      aad: text,
      facts: sql`json_build_object('v', '1', 'purpose', 'session', 'pci', t.pci, 'account', t.chain || ':' || t.address)`,
    },
    {
      table: 'sessions.key_check',
      column: 'envelope',
      id: 't.id::text',
      aad: text,
      facts: sql`json_build_object('v', '1', 'table', 'sessions.key_check')`,
    },
  ],
}

/**
 * Moves every envelope of one part to the key that is current now, while servers go on. A row that changes meanwhile is left to
 * who changed it; whatever ends this, the next run goes on where it was, since each row says by which key it is wrapped.
 *
 * @param db - The database.
 * @param keys - The part's keys, old and new.
 * @param owner - The part.
 * @returns How many envelopes were moved, and how many are still under another key.
 * @throws LatchkeyError INVALID_PARAMS when no key opens an envelope, API_UNREACHABLE.
 */
export async function rewrapEnvelopes(
  db: Db,
  keys: KeyProvider,
  owner: EnvelopeOwner,
): Promise<{ moved: number; left: number }> {
  const current = await keys.wrap(Uint8Array.from(randomBytes(32)), { v: '1', purpose: 'rewrap' })
  const isCurrent = (envelope: string) => {
    const { ref, ver } = wrappedBy(envelope)
    return ref === current.keyRef && ver === current.keyVersion
  }
  let moved = 0
  let left = 0
  for (const place of places[owner]) {
    moved += await walk(db, place, async ({ id, envelope, aad }) => {
      if (isCurrent(envelope)) return 0
      const fresh = await rewrapEnvelope(keys, envelope, place.aad(aad))
      const written = await rows(
        db.query,
        sql`update ${sql.raw(place.table)} t set ${sql.raw(place.column)} = ${fresh}
          where ${sql.raw(place.id)} = ${id} and t.${sql.raw(place.column)} = ${envelope} returning 1 as one`,
      )
      return written.length
    })
    // Counts again, since a server with the old ring may have written meanwhile.
    left += await walk(db, place, async ({ envelope }) => (isCurrent(envelope) ? 0 : 1))
  }
  return { moved, left }
}

async function walk(db: Db, { table, column, id, facts, join }: Place, visit: (row: Row) => Promise<number>) {
  const [key, value] = [sql.raw(id), sql.raw(`t.${column}`)]
  let count = 0
  for (let last = ''; ; ) {
    const page = await rows<Row>(
      db.query,
      sql`select ${key} as id, ${value} as envelope, ${facts} as aad from ${sql.raw(table)} t ${join ?? sql``}
        where ${key} > ${last} and ${value} is not null order by ${key} limit ${batch}`,
    )
    for (const row of page) count += await visit(row)
    const end = page.at(-1)
    if (end === undefined) return count
    last = end.id
  }
}
