import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPglite } from '../platform/db/openPglite.js'
import { rows } from '../platform/db/rows.js'
import { openEnvelope, sealEnvelope } from './envelope.js'
import { envelopeAad } from './halfBinding.js'
import { createLocalKeys } from './keys/createLocalKeys.js'
import type { Aad, KeyProvider } from './keys/keyProvider.js'
import { type EnvelopeOwner, rewrapEnvelopes } from './rewrapEnvelopes.js'

const [old, next] = [Uint8Array.from(randomBytes(32)), Uint8Array.from(randomBytes(32))]
const first = createLocalKeys({ current: '1', keys: new Map([['1', old]]) })
const both = createLocalKeys({
  current: '2',
  keys: new Map([
    ['1', old],
    ['2', next],
  ]),
})
const last = createLocalKeys({ current: '2', keys: new Map([['2', next]]) })
/** More than one page. */
const factors = 103
const secret = Uint8Array.from(randomBytes(32))
const half = { userId: 'user', walletId: 'wallet', epoch: 3 }
const account = { chain: 'eip155:1', address: '0xabc' }

let db: Awaited<ReturnType<typeof openPglite>>
beforeAll(async () => {
  db = await openPglite()
}, 180_000)
afterAll(() => db?.close())

type Kept = { place: string; id: string; column?: string; key: string; aad: Aad }
const kept: { readonly [owner in EnvelopeOwner]: readonly Kept[] } = {
  vault: [
    ...Array.from({ length: factors }, (_, at) => {
      const factorId = `factor-${String(at).padStart(4, '0')}`
      return {
        place: 'vault.factors',
        id: 'id',
        key: factorId,
        aad: envelopeAad({ ...half, factorId, kind: 'device' }),
      }
    }),
    {
      place: 'vault.wallets',
      id: 'id',
      column: 'blob_envelope',
      key: 'wallet',
      aad: envelopeAad({ ...half, factorId: '', kind: 'blob' }),
    },
    { place: 'vault.hpke_keys', id: 'id::text', key: '1', aad: { v: '1', table: 'vault.hpke_keys' } },
  ],
  recovery: [
    {
      place: 'recovery.halves',
      id: 'factor_id',
      key: 'factor-0000',
      aad: envelopeAad({ ...half, factorId: 'factor-0000', kind: 'auto' }),
    },
    { place: 'recovery.hpke_keys', id: 'id::text', key: '1', aad: { v: '1', table: 'recovery.hpke_keys' } },
  ],
  sessions: [
    {
      place: 'sessions.sessions',
      id: 'pci',
      key: 'pci',
      aad: { v: '1', purpose: 'session', pci: 'pci', account: 'eip155:1:0xabc' },
    },
    { place: 'sessions.key_check', id: 'id::text', key: '1', aad: { v: '1', table: 'sessions.key_check' } },
  ],
}

const owners = ['vault', 'recovery', 'sessions'] as const
async function textOf({ place, id, column = 'envelope', key }: Kept): Promise<string> {
  const [found] = await rows<{ text: string }>(
    db.query,
    sql`select ${sql.raw(column)} as text from ${sql.raw(place)} where ${sql.raw(id)} = ${key}`,
  )
  return found?.text ?? ''
}

async function write(keys: KeyProvider, count = 0): Promise<void> {
  await db.query.execute(
    sql`truncate vault.wallets, vault.factors, vault.hpke_keys, recovery.halves, recovery.hpke_keys, sessions.sessions, sessions.key_check cascade`,
  )
  const seal = (aad: Aad | undefined) => sealEnvelope(keys, secret, aad ?? {})
  const { now, blob } = { now: sql`now()`, blob: await seal(kept.vault.at(-2)?.aad) }
  await db.query.execute(
    sql`insert into vault.wallets (id, user_id, state, epoch, blob_envelope, addresses, created_at)
      values ('wallet', 'user', 'active', 3, ${blob}, '{}'::jsonb, ${now})`,
  )
  for (const { key, aad } of kept.vault.slice(0, count))
    await db.query.execute(
      sql`insert into vault.factors (id, wallet_id, kind, epoch, envelope, created_at)
        values (${key}, 'wallet', 'device', 3, ${await seal(aad)}, ${now})`,
    )
  await db.query.execute(
    sql`insert into recovery.halves (factor_id, user_id, wallet_id, epoch, envelope, created_at)
      values ('factor-0000', 'user', 'wallet', 3, ${await seal(kept.recovery[0]?.aad)}, ${now})`,
  )
  // What is still sealed to recovery has no envelope yet.
  await db.query.execute(
    sql`insert into recovery.halves (factor_id, user_id, wallet_id, epoch, sealed, created_at)
      values ('factor-0001', 'user', 'wallet', 3, 'sealed', ${now})`,
  )
  for (const [schema, { aad }] of [
    ['vault', kept.vault.at(-1)],
    ['recovery', kept.recovery.at(-1)],
  ] as [string, Kept][])
    await db.query.execute(
      sql`insert into ${sql.raw(schema)}.hpke_keys (id, public_key, envelope) values (1, '', ${await seal(aad)})`,
    )
  await db.query.execute(
    sql`insert into sessions.sessions (pci, chain, address, project_id, permissions, policies, public_key, envelope, created_at, expires_at)
      values ('pci', ${account.chain}, ${account.address}, '', '', '', '', ${await seal(kept.sessions[0]?.aad)}, ${now}, ${now})`,
  )
  await db.query.execute(
    sql`insert into sessions.key_check (id, envelope) values (1, ${await seal(kept.sessions.at(-1)?.aad)})`,
  )
}

it('moves every envelope of a part, page by page, so that the old key can go; and none twice', async () => {
  await write(first, factors)
  for (const owner of owners) {
    expect(await rewrapEnvelopes(db, both, owner)).toEqual({ moved: kept[owner].length, left: 0 })
    for (const each of kept[owner]) expect(await openEnvelope(last, await textOf(each), each.aad)).toEqual(secret)
    const before = await Promise.all(kept[owner].map(textOf))
    expect(await rewrapEnvelopes(db, last, owner)).toEqual({ moved: 0, left: 0 })
    expect(await Promise.all(kept[owner].map(textOf))).toEqual(before)
  }
})

it('moves what is under an older version of the same key as well', async () => {
  await write(last)
  const renamed: KeyProvider = {
    ...last,
    wrap: async (dek, aad) => ({ ...(await last.wrap(dek, aad)), keyVersion: '3' }),
  }
  const keys = {
    ...renamed,
    rewrap: async (...given: Parameters<KeyProvider['rewrap']>) => ({
      ...(await last.rewrap(...given)),
      keyVersion: '3',
    }),
  }
  expect(await rewrapEnvelopes(db, keys, 'recovery')).toEqual({ moved: 2, left: 0 })
  expect(await rewrapEnvelopes(db, keys, 'recovery')).toEqual({ moved: 0, left: 0 })
  // And the same version of another key.
  expect(
    await rewrapEnvelopes(
      db,
      { ...keys, wrap: async (dek, aad) => ({ ...(await keys.wrap(dek, aad)), keyRef: 'local:4' }) },
      'recovery',
    ),
  ).toEqual({ moved: 2, left: 2 })
})

it('leaves a row that changes meanwhile to who changed it, and counts it', async () => {
  await write(first)
  const [half] = kept.recovery
  const newer = await sealEnvelope(first, secret, half?.aad ?? {})
  const rewrap: KeyProvider['rewrap'] = async (...given) => {
    await db.query.execute(sql`update recovery.halves set envelope = ${newer} where factor_id = 'factor-0000'`)
    return both.rewrap(...given)
  }
  expect(await rewrapEnvelopes(db, { ...both, rewrap }, 'recovery')).toEqual({ moved: 1, left: 1 })
  expect(half && (await textOf(half))).toBe(newer)
})

it('ends where no key opens an envelope', async () => {
  await write(first)
  await expect(rewrapEnvelopes(db, last, 'sessions')).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
})
