import { randomBytes } from 'node:crypto'
import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import { sql } from 'drizzle-orm'
import { awsCredentials } from './awsCredentials.js'
import { openEnvelope, rewrapEnvelope, sealEnvelope } from './custody/envelope.js'
import { createLocalKeyring } from './custody/keys/createLocalKeyring.js'
import { createLocalKeys } from './custody/keys/createLocalKeys.js'
import type { KeyProvider } from './custody/keys/keyProvider.js'
import { openKeys } from './custody/keys/openKeys.js'
import { type KeyRing, readKeyRing } from './custody/keys/readKeyRing.js'
import { readKeyUrl } from './custody/keys/readKeyUrl.js'
import type { Env } from './env.js'
import { isLocalMode } from './isLocalMode.js'
import type { Db } from './platform/db/db.js'
import { rows } from './platform/db/rows.js'

type Row = { id: string; envelope: string }

const uses = {
  siwx: {
    setting: 'LATCHKEY_SIWX_KEYS',
    what: 'The keys of the sign-ins to sites',
    harm: 'with others everybody would be signed out, and have to confirm their e-mail address again',
    wasUsed: sql`select 1 from siwx.accounts limit 1`,
  },
  names: {
    setting: 'LATCHKEY_NAME_KEYS',
    what: 'The keys of the names',
    harm: 'with others no name would resolve, since the contract knows the signer of before',
    wasUsed: sql`select 1 from names.names limit 1`,
  },
} as const

/**
 * Opens the secrets that a part of the server signs with. Each is random, made once, and kept in the database as an envelope under the
 * keys that the setting names: one for each key of a ring on disk, so that a newer one signs while older ones still count, and a single
 * one for keys in a service or a token, whose own versions change only how it is kept.
 *
 * @param env - The settings.
 * @param folder - Where the database keeps its files; nothing for one in memory.
 * @param db - The database.
 * @param use - The part.
 * @returns The secrets, the current one first; nothing where the setting names no keys.
 * @throws LatchkeyError INVALID_CONFIG that names the setting, or when the database was written with other keys; API_UNREACHABLE.
 */
export async function openSigningSecrets(
  env: Env,
  folder: string | undefined,
  db: Db,
  use: keyof typeof uses,
): Promise<readonly Uint8Array[] | undefined> {
  const { setting: name } = uses[use]
  const isLocal = isLocalMode(env)
  const place = env[name]
  // Servers that share a database would each make a ring of their own.
  if (place === undefined && (!isLocal || env.DATABASE_URL !== undefined)) return undefined
  if (place !== undefined && readKeyUrl(place, name).kind !== 'file') {
    const keys = await openKeys(place, { name, aws: awsCredentials(env) })
    return openKept(db, keys, use).finally(() => keys.close())
  }
  const ring = place === undefined ? createLocalKeyring(use, folder) : readKeyRing(place, { allowRepository: isLocal })
  return openRing(db, ring, use)
}

/** Under keys of a service or a token. */
async function openKept({ query }: Db, keys: KeyProvider, use: keyof typeof uses): Promise<readonly Uint8Array[]> {
  const id = 'kept'
  const find = async () => (await findRows(query, use)).find((row) => row.id === id)
  if ((await findRows(query, use)).length === 0) await add(query, keys, use, id, randomBytes(32))
  const row = await find()
  const secret = row && (await open(keys, row, use))
  if (row === undefined || secret === undefined) throw wrongKeys(use)
  // An older version of the key can go once every envelope is under the current one.
  const fresh = await rewrapEnvelope(keys, row.envelope, aadOf(use, id))
  await rows(query, sql`update ${tableOf(use)} set envelope = ${fresh} where id = ${id} and envelope = ${row.envelope}`)
  return [secret]
}

/** Under a ring on disk. */
async function openRing({ query }: Db, ring: KeyRing, use: keyof typeof uses): Promise<readonly Uint8Array[]> {
  const keysOf = (version: string) => createLocalKeys({ current: version, keys: ring.keys })
  const idOf = (version: string) => `local:${version}`
  const readAll = async () => {
    const found: { id: string; secret: Uint8Array }[] = []
    for (const row of await findRows(query, use)) {
      const secret = await open(keysOf(ring.current), row, use)
      if (secret) found.push({ id: row.id, secret })
    }
    return found
  }
  const wasEmpty = (await findRows(query, use)).length === 0
  // What signed before there were envelopes were the keys of the ring themselves, and what they signed has to count on.
  if (wasEmpty && (await rows(query, uses[use].wasUsed)).length > 0)
    for (const [version, key] of ring.keys) await add(query, keysOf(version), use, idOf(version), key)
  if (!wasEmpty && (await readAll()).length === 0) throw wrongKeys(use)
  await add(query, keysOf(ring.current), use, idOf(ring.current), randomBytes(32))
  const secrets = await readAll()
  const current = secrets.find(({ id }) => id === idOf(ring.current))
  // Another key has the number of one that signed.
  if (current === undefined) throw wrongKeys(use)
  return [current, ...secrets.filter((each) => each !== current)].map(({ secret }) => secret)
}

const tableOf = (use: keyof typeof uses) => sql.raw(`${use}.signing_keys`)
const aadOf = (use: keyof typeof uses, id: string) => ({ v: '1', table: `${use}.signing_keys`, id })

function findRows(query: Db['query'], use: keyof typeof uses): Promise<Row[]> {
  return rows<Row>(query, sql`select id, envelope from ${tableOf(use)} order by made_at desc, id desc`)
}

/** Keeps a secret, unless another process has kept one under this name. */
async function add(query: Db['query'], keys: KeyProvider, use: keyof typeof uses, id: string, secret: Uint8Array) {
  const envelope = await sealEnvelope(keys, Uint8Array.from(secret), aadOf(use, id))
  await rows(query, sql`insert into ${tableOf(use)} (id, envelope) values (${id}, ${envelope}) on conflict do nothing`)
}

async function open(keys: KeyProvider, { id, envelope }: Row, use: keyof typeof uses): Promise<Uint8Array | undefined> {
  try {
    return await openEnvelope(keys, envelope, aadOf(use, id))
  } catch (cause) {
    if (isLatchkeyError(cause, 'INVALID_PARAMS')) return undefined
    throw cause
  }
}

function wrongKeys(use: keyof typeof uses): LatchkeyError {
  const { what, setting, harm } = uses[use]
  return new LatchkeyError('INVALID_CONFIG', `${what} are not those their database was written with`, {
    hints: [`${setting} must name the keys of before, with a newer one in front if there is one: ${harm}.`],
  })
}
