import { LatchkeyError } from '@latchkey/protocol/errors'
import { sql } from 'drizzle-orm'
import { exportRecord } from './auth/exportRecord.js'
import { findUser } from './auth/findUser.js'
import { freezeWallet } from './auth/freezeWallet.js'
import { readRecord, type UserRecord } from './auth/readRecord.js'
import { signOutEverywhere } from './auth/signOutEverywhere.js'
import { scheduleDeletion } from './custody/deletions.js'
import { type KeyRing, readKeyRing } from './custody/keys/readKeyRing.js'
import { type Env, readEnv } from './env.js'
import { explainRights } from './explainRights.js'
import { findAuthBox } from './openAuthBox.js'
import type { Db } from './platform/db/db.js'
import { dbNow } from './platform/db/dbClock.js'
import { openPostgres } from './platform/db/openPostgres.js'
import { rows } from './platform/db/rows.js'
import type { SecretBox } from './platform/secrets/secretBox.js'
import { keepUser } from './platform/wallet/deletion.js'

/** What a command works with. `delete` takes the rights of the vault, which `auth` must not have; every other those of `auth`. */
type UserContext = { db: Db; now: typeof dbNow; freezeLife: number; env: Env; box: () => Promise<SecretBox> }

const actions: { readonly [action: string]: (context: UserContext, userId: string) => Promise<string> } = {
  find: async (context, userId) => describe(await readRecord(context, userId)),
  freeze,
  delete: async ({ db, now, env }, userId) => {
    const deletionWait = env.LATCHKEY_DELETION_DAYS * 86_400_000
    const by = 'The operator of this wallet asked for it.'
    const { dueAt } = await scheduleDeletion({ db, now, deletionWait, origin: originOf(env) }, userId, by)
    return `Will be deleted at ${new Date(dueAt).toISOString()}; until then the owner, or user keep, can take it back\n`
  },
  async keep({ db, now }, userId) {
    if ((await keepUser({ db, now }, { userId })) !== undefined) return 'Kept\n'
    throw new LatchkeyError('INVALID_PARAMS', 'No deletion of this user is planned')
  },
  export: async ({ db, now, freezeLife, box }, userId) =>
    `${JSON.stringify(await exportRecord({ db, now, freezeLife, box: await box() }, userId), null, 2)}\n`,
  'sign-out': async (context, userId) => `Ended ${await signOutEverywhere(context, userId)} sessions\n`,
}

/**
 * Runs one of the commands about one user: `find`, `freeze`, `sign-out`, `delete`, `keep`, `export`. What they tell has no key, no half
 * and no sealed body.
 *
 * @param rest - The action, and the e-mail address or the id of the user.
 * @returns What to print.
 * @throws LatchkeyError INVALID_CONFIG for settings and usage, INVALID_PARAMS when there is no such user.
 */
export async function runUser([action = '', who = '']: readonly string[]): Promise<string> {
  const run = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (run === undefined || who === '')
    throw new LatchkeyError('INVALID_CONFIG', `user takes ${Object.keys(actions).join(', ')} and an e-mail or an id`)
  const env = readEnv()
  const { DATABASE_URL: url } = env
  if (url === undefined)
    throw new LatchkeyError('INVALID_CONFIG', 'DATABASE_URL must be set: it names the database of the user')
  const ring = who.includes('@') || action === 'export' ? readRing(env) : undefined
  const db = await openPostgres(url)
  const box = () => findAuthBox(db, ring ?? readRing(env))
  try {
    const context = { db, now: dbNow, freezeLife: env.LATCHKEY_FREEZE_HOURS * 3_600_000, env, box }
    return await run(context, await findUser(context, who, box))
  } catch (error) {
    throw explainRights(error, `user ${action}`, action === 'delete' ? 'vault_rw' : 'auth_rw')
  } finally {
    await db.close()
  }
}

/** Reads the keys that addresses are found with. */
function readRing({ LATCHKEY_AUTH_KEYS: path }: Env): KeyRing {
  if (path === undefined)
    throw new LatchkeyError(
      'INVALID_CONFIG',
      'LATCHKEY_AUTH_KEYS must be set: e-mail addresses are found and read by its key',
      {
        hints: ['With the id of a user instead of its address no key is needed, but for user export.'],
      },
    )
  return readKeyRing(path, { allowRepository: true })
}

/** Freezes a wallet as the link in its mails does. */
async function freeze({ db, now, freezeLife, env }: UserContext, userId: string): Promise<string> {
  const origin = originOf(env)
  await db.query.transaction(async (query) => {
    const [wallet] = await rows<{ walletId: string }>(
      query,
      sql`select id as "walletId" from vault.wallets where user_id = ${userId} and state = 'active'`,
    )
    if (wallet === undefined) throw new LatchkeyError('INVALID_PARAMS', 'This user has no wallet to freeze')
    const by = 'The operator of this wallet froze it.'
    await freezeWallet({ now, freezeLife, origin }, query, { ...wallet, userId, by })
  })
  return 'Frozen. The owner is notified by mail when a server with the role auth runs\n'
}

function originOf({ LATCHKEY_WALLET_ORIGIN: origin }: Env): string {
  if (origin !== undefined) return origin
  throw new LatchkeyError(
    'INVALID_CONFIG',
    'LATCHKEY_WALLET_ORIGIN must be set: the mail to the owner has a link to it',
  )
}

function describe(record: UserRecord | undefined): string {
  if (record === undefined) throw new LatchkeyError('INVALID_PARAMS', 'The user is gone')
  const { wallet, deletion, devices, sessions } = record
  const kinds = wallet?.factors.map(({ kind }) => kind) ?? []
  const counted = [...new Set(kinds)].map((kind) => `${kinds.filter((each) => each === kind).length} ${kind}`)
  const now = new Date().toISOString()
  const lines = [
    ['id', record.id],
    ['created', record.createdAt],
    ['wallet', wallet === null ? 'none' : `${wallet.state}${wallet.isFrozen ? ', frozen' : ''}`],
    ...(deletion === null ? [] : [['deletion', deletion.dueAt]]),
    ['factors', counted.join(', ') || 'none'],
    ['browsers', devices.filter(({ removedAt }) => removedAt === null).length],
    ['sessions', sessions.filter(({ endedAt, expiresAt }) => endedAt === null && expiresAt > now).length],
  ]
  return `${lines.map(([name, value]) => `${`${name}`.padEnd(9)} ${value}`).join('\n')}\n`
}
