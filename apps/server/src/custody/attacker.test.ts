import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFrame, newId, openSeed, xor } from '../../test/createFrame.js'
import { createWalletClient } from '../../test/createWalletClient.js'
import { localKeys, startWalletWorld, type WalletWorld } from '../../test/startWalletWorld.js'
import { rows } from '../platform/db/rows.js'
import { openEnvelope } from './envelope.js'
import { envelopeAad } from './halfBinding.js'
import type { KeyProvider } from './keys/keyProvider.js'

const day = 86_400_000
let world: WalletWorld
beforeAll(async () => {
  world = await startWalletWorld()
}, 180_000)
afterAll(() => world?.stop())

const newEmail = () => `victim-${randomBytes(5).toString('hex')}@mail.example`
async function victim() {
  const email = newEmail()
  const client = await createWalletClient(world)
  const session = await client.signIn(email)
  const frame = createFrame(client)
  return { email, client, session, frame, wallet: await frame.create() }
}

/** Everything a thief of the database has, row by row. */
async function dump(): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    world.db.query,
    sql`select table_schema || '.' || table_name as name from information_schema.tables where table_schema in ('auth', 'vault', 'recovery')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const lines = await rows<{ line: string }>(
      world.db.query,
      sql`select to_jsonb(t)::text as line from ${sql.raw(name)} t`,
    )
    found.push(...lines.map(({ line }) => line))
  }
  return found
}

type Row = { id: string; kind: string; envelope: string; epoch: number }
const serverRows = (walletId: string) =>
  rows<Row>(world.db.query, sql`select id, kind, envelope, epoch from vault.factors where wallet_id = ${walletId}`)
const clientRows = (walletId: string) =>
  rows<Row>(
    world.db.query,
    sql`select factor_id as id, 'auto' as kind, envelope, epoch from recovery.halves where wallet_id = ${walletId}`,
  )

/** Opens every half of a wallet that some keys can open. */
async function steal(
  userId: string,
  walletId: string,
  keys: KeyProvider | undefined,
  halves: Row[],
): Promise<Map<string, Uint8Array>> {
  const opened = new Map<string, Uint8Array>()
  for (const { id: factorId, kind, envelope, epoch } of halves) {
    const aad = envelopeAad({ userId, walletId, factorId, kind, epoch })
    const half = keys && (await openEnvelope(keys, envelope, aad).catch(() => undefined))
    if (half) opened.set(factorId, half)
  }
  return opened
}

async function blobOf(userId: string, walletId: string, keys: KeyProvider): Promise<string> {
  const [row] = await rows<{ blob: string; epoch: number }>(
    world.db.query,
    sql`select blob_envelope as blob, epoch from vault.wallets where id = ${walletId}`,
  )
  if (row === undefined) throw new Error('no wallet')
  const aad = envelopeAad({ userId, walletId, factorId: '', kind: 'blob', epoch: row.epoch })
  return Buffer.from(await openEnvelope(keys, row.blob, aad)).toString('utf8')
}

it('[SEC-C-04] a dump of the database opens nothing and holds no secret in any form', async () => {
  const { email, session, wallet } = await victim()
  const { walletId, seed, key, device, auto } = wallet
  const all = (await dump()).join('\n')
  const secrets = [seed, key, device.server, device.client, auto.server, auto.client]
  // Also inside of what is encoded: every text of the dump that could be base64url or hex is looked into.
  const inner = [...new Set(all.match(/[A-Za-z0-9_-]{20,}/g) ?? [])].flatMap((text) => [
    Buffer.from(text, 'base64url').toString('latin1'),
    Buffer.from(text, 'hex').toString('latin1'),
  ])
  for (const secret of secrets) {
    for (const form of ['hex', 'base64', 'base64url', 'latin1'] as const)
      expect(all.includes(Buffer.from(secret).toString(form).replace(/=+$/, ''))).toBe(false)
    expect(inner.some((text) => text.includes(Buffer.from(secret).toString('latin1')))).toBe(false)
  }
  for (const text of [email, session.sessionToken, email.split('@')[0] ?? '']) expect(all).not.toContain(text)
  // The thief guesses keys of the ring: none of them opens anything.
  for (let guess = 0; guess < 200; guess++) {
    const stolen = await steal(session.userId, walletId, localKeys(), [
      ...(await serverRows(walletId)),
      ...(await clientRows(walletId)),
    ])
    expect(stolen.size).toBe(0)
  }
}, 60_000)

it('[SEC-C-04] every column that keeps a secret looks like noise in a dump', async () => {
  for (let at = 0; at < 20; at++) await victim()
  const envelopes = (table: string, column: string) =>
    sql`select (${sql.raw(column)}::jsonb ->> 'dek') || '.' || (${sql.raw(column)}::jsonb ->> 'ct') as text from ${sql.raw(table)} where ${sql.raw(column)} is not null`
  const columns = {
    'vault.factors.envelope': envelopes('vault.factors', 'envelope'),
    'vault.wallets.blob_envelope': envelopes('vault.wallets', 'blob_envelope'),
    'recovery.halves.envelope': envelopes('recovery.halves', 'envelope'),
    'auth.challenges.email_box': sql`select email_box as text from auth.challenges`,
    'auth.users.email_box': sql`select email_box as text from auth.users`,
    'recovery.mail_codes.mac': sql`select mac as text from recovery.mail_codes`,
    'recovery.mail_codes.mailbox_index': sql`select distinct mailbox_index as text from recovery.mail_codes`,
    'auth.sessions.token_hash': sql`select token_hash as text from auth.sessions`,
  }
  for (const [name, query] of Object.entries(columns)) {
    const found = await rows<{ text: string }>(world.db.query, query)
    const bytes = Buffer.concat(
      found.flatMap(({ text }) => text.split('.').map((part) => Buffer.from(part, 'base64url'))),
    )
    // Of so few bytes an estimate of entropy lies below 8 even for noise, by about 255 / (2 n ln 2).
    const expected = 8 - 255 / (2 * bytes.length * Math.LN2)
    expect(bytes.length, name).toBeGreaterThan(500)
    expect(entropy(bytes), name).toBeGreaterThan(Math.min(7.9, expected - 0.15))
    expect(new Set(found.map(({ text }) => text)).size, name).toBe(found.length)
  }
}, 180_000)

it('[SEC-C-04] every column of text is sealed, hashed or on the list of what a dump may tell', async () => {
  const told = {
    auth: {
      challenges:
        'browser device_id device_key device_name id kind match_number network parent_origin place project_id session_id user_id',
      devices: 'id name public_key user_id',
      email_changes: 'id user_id',
      limits: 'key',
      nonces: 'device_id nonce',
      notices: 'body id link_label link_url title user_id',
      outbox: 'id',
      passkey_challenges: 'device_id',
      sessions: 'device_id id mail_id opened_by parent_origin project_id typed_in user_id',
      social_accounts: 'link_id provider user_id',
      social_logins:
        'browser device_id device_key device_name failure id parent_origin place project_id provider purpose session_id',
      users: 'id',
    },
    recovery: {
      asks: 'id',
      challenges: 'factor_id purpose session_id',
      deletions: 'user_id',
      halves: 'factor_id user_id wallet_id',
      hpke_keys: 'key_identity public_key',
      logins: 'id user_id',
      mail_codes: 'device_id id kind session_id',
      moves: 'id user_id',
      outbox: 'id',
      owners: 'user_id',
    },
    vault: {
      answers: 'answer idempotency_key user_id',
      challenges: 'factor_id purpose session_id',
      deletions: 'user_id',
      factors: 'device_id id kind name passkey round_trip wallet_id',
      freezes: 'id wallet_id',
      hpke_keys: 'key_identity public_key',
      proofs: 'device_id session_id wallet_id',
      restores: 'device_id device_name wallet_id',
      vouchers: 'device_id factor_id user_id',
      wallets: 'addresses id state user_id',
    },
  }
  const list = Object.entries(told).flatMap(([schema, tables]) =>
    Object.entries(tables).flatMap(([table, columns]) =>
      columns.split(' ').map((name) => `${schema}.${table}.${name}`),
    ),
  )
  const found = await rows<{ at: string; name: string; table: string }>(
    world.db.query,
    sql`select table_schema || '.' || table_name || '.' || column_name as at, column_name as name, table_schema || '.' || table_name as table
      from information_schema.columns where table_schema in ('auth', 'vault', 'recovery')
      and data_type not in ('integer', 'smallint', 'bigint', 'boolean', 'timestamp with time zone')`,
  )
  const kept = found.filter(({ at }) => !list.includes(at))
  const isClosed = /(^|_)(box|mac|salt|hash|index|envelope|sealed|cipher)$/
  expect(kept.filter(({ name }) => !isClosed.test(name)).map(({ at }) => at)).toEqual([])
  // What is called sealed or hashed holds no words.
  for (const { at, name, table } of kept) {
    const values = await rows<{ text: string | null }>(
      world.db.query,
      sql`select ${sql.raw(name)}::text as text from ${sql.raw(table)} where ${sql.raw(name)} is not null limit 50`,
    )
    for (const { text } of values)
      expect([at, text]).toEqual([at, expect.stringMatching(/^(\{.*\}|[\w-]{4,}(\.[\w-]+)*)$/s)])
    expect([at, values.some(({ text }) => text?.includes('@'))]).toEqual([at, false])
  }
})

function entropy(bytes: Uint8Array): number {
  const counts = new Map<number, number>()
  for (const byte of bytes) counts.set(byte, (counts.get(byte) ?? 0) + 1)
  return -[...counts.values()].reduce((sum, count) => sum + (count / bytes.length) * Math.log2(count / bytes.length), 0)
}

it('[SEC-C-06] one key provider alone gives halves that say nothing about the key', async () => {
  const { session, wallet } = await victim()
  const { walletId, seed, auto } = wallet
  const { vault, recovery } = world.options.keys
  const halves = await steal(session.userId, walletId, vault, await serverRows(walletId))
  expect([...halves.keys()].sort()).toEqual([auto.factor.factorId, wallet.device.factor.factorId].sort())
  const blob = await blobOf(session.userId, walletId, vault!)
  for (const half of halves.values()) expect(() => openSeed(half, blob)).toThrow()
  const [one, two] = [...halves.values()]
  expect(() => openSeed(xor(one!, two!), blob)).toThrow()
  expect((await steal(session.userId, walletId, vault, await clientRows(walletId))).size).toBe(0)
  const other = await steal(session.userId, walletId, recovery, await clientRows(walletId))
  expect(other.size).toBe(1)
  expect((await steal(session.userId, walletId, recovery, await serverRows(walletId))).size).toBe(0)
  for (const half of other.values()) expect(() => openSeed(half, blob)).toThrow()
  // With a wrong client half the seed does not open; it never opens as something else.
  for (let at = 0; at < 100; at++) expect(() => openSeed(xor(one!, Uint8Array.from(randomBytes(32))), blob)).toThrow()
  expect(seed).toHaveLength(32)
})

it('[SEC-C-08][SEC-E-02] an operator with both keys restores tier 0, and tier 1 neither by keys nor by the mailbox', async () => {
  const { email, client, session, frame, wallet } = await victim()
  const { walletId, seed, key, auto } = wallet
  const { vault, recovery } = world.options.keys
  const attack = async () => {
    const server = await steal(session.userId, walletId, vault, await serverRows(walletId))
    const recovered = await steal(session.userId, walletId, recovery, await clientRows(walletId))
    const blob = await blobOf(session.userId, walletId, vault!)
    for (const one of server.values())
      for (const two of recovered.values()) {
        try {
          return openSeed(xor(one, two), blob)
        } catch {
          // These two do not belong together.
        }
      }
    return undefined
  }
  expect(await attack()).toEqual(seed)
  const verifier = newId() + newId().slice(0, 21)
  const code = await frame.makeFactor('code', key, { walletId, more: { clientCipher: 'AAAA', verifier } })
  expect((await client.call('POST', '/api/vault/factors', { walletId, epoch: 1, factor: code.factor })).status).toBe(
    200,
  )
  expect((await client.call('DELETE', `/api/vault/factors/${auto.factor.factorId}`)).status).toBe(200)
  world.wait(day + 1_000)
  await world.app().settle()
  expect(await attack()).toBeUndefined()
  expect(await clientRows(walletId)).toEqual([])
  // The holder of the mailbox signs in, and finds no half to ask for.
  const thief = await createWalletClient(world)
  await thief.signIn(email)
  const thiefs = createFrame(thief)
  const { body } = await thief.call<{ factors: { factorId: string; kind: string }[] }>('GET', '/api/vault/factors')
  expect(body.factors.map(({ kind }) => kind).sort()).toEqual(['code', 'device'])
  for (const { factorId } of [...body.factors, auto.factor])
    for (const purpose of ['unlock', 'recover', 'export', 'factor', 'sign-up-roundtrip'] as const)
      for (const role of ['vault', 'recovery'] as const)
        expect((await thiefs.release(role, factorId, purpose, { verifier: 'A'.repeat(43) })).status).not.toBe(200)
})

it('[SEC-C-05] rows of the database cannot be swapped', async () => {
  const [one, two] = [await victim(), await victim()]
  const [a, b] = [one.wallet.device.factor.factorId, two.wallet.device.factor.factorId]
  await world.db.query.execute(
    sql`update vault.factors f set envelope = o.envelope from vault.factors o where f.id = ${a} and o.id = ${b}`,
  )
  expect((await one.frame.release('vault', a, 'unlock')).status).toBe(500)
  expect((await two.frame.release('vault', b, 'unlock')).status).toBe(200)
})
