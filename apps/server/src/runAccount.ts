import { LatchkeyError } from '@latchkey/protocol/errors'
import { sql } from 'drizzle-orm'
import { type Env, readEnv } from './env.js'
import { explainRights } from './explainRights.js'
import type { Db } from './platform/db/db.js'
import { openPostgres } from './platform/db/openPostgres.js'
import { type Query, rows } from './platform/db/rows.js'

/** The context of a command; the address is in the format of the tables. */
type AccountContext = { db: Db; env: Env; address: string }

const actions: { readonly [action: string]: (context: AccountContext) => Promise<string> } = {
  export: exportAccount,
  delete: deleteAccount,
}

/**
 * Runs one of the commands about one account, by its address on any chain: `export` prints what the role `data` keeps about it, `delete`
 * deletes that. The operator must verify the owner of the account first: the command cannot.
 *
 * @param rest - The action, and the address.
 * @returns What to print.
 * @throws LatchkeyError INVALID_CONFIG for settings, usage, and a database user without the rights of `data`.
 */
export async function runAccount([action = '', given = '']: readonly string[]): Promise<string> {
  const run = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (run === undefined || !/^[0-9a-zA-Z]{20,128}$/.test(given))
    throw new LatchkeyError('INVALID_CONFIG', `account takes ${Object.keys(actions).join(' or ')} and an address`)
  const env = readEnv()
  if (env.DATABASE_URL === undefined)
    throw new LatchkeyError('INVALID_CONFIG', 'DATABASE_URL must be set: it names the database of the role data')
  // Only the letters of an EVM address may be written in either case.
  const address = /^0x[0-9a-f]{40}$/i.test(given) ? given.toLowerCase() : given
  const db = await openPostgres(env.DATABASE_URL)
  try {
    return await run({ db, env, address })
  } catch (error) {
    throw explainRights(error, `account ${action}`, 'data_rw')
  } finally {
    await db.close()
  }
}

async function exportAccount({ db: { query }, address }: AccountContext): Promise<string> {
  const iso = (column: ReturnType<typeof sql>) =>
    sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
  const [names, signIns, purchases, swaps, smartSessions] = await Promise.all([
    rows<{ attributes: string; addresses: string }>(
      query,
      sql`select name, attributes, ${iso(sql`registered_at`)} as "registeredAt", ${iso(sql`released_at`)} as "releasedAt",
          (select coalesce(json_object_agg(a.coin_type, a.address), '{}')::text from names.addresses a where a.name = n.name)
            as addresses
        from names.names n where owner = ${address} order by registered_at`,
    ),
    rows<{ connection: string | null; metadata: string | null; sessions: string }>(
      query,
      sql`select project_id as "projectId", account, email_index is not null as "hasEmail", connection, metadata,
          ${iso(sql`created_at`)} as "createdAt", ${iso(sql`signed_in_at`)} as "signedInAt",
          (select coalesce(json_agg(json_build_object('createdAt', ${iso(sql`s.created_at`)}, 'expiresAt', ${iso(sql`s.expires_at`)})
            order by s.created_at), '[]')::text from siwx.sessions s where s.account_id = c.id) as sessions
        from siwx.accounts c where split_part(account, ':', 3) = ${address} order by created_at`,
    ),
    rows(
      query,
      sql`select provider, project_id as "projectId", chain, currency, payment, method, symbol, amount, hash, state,
          ${iso(sql`created_at`)} as "createdAt", ${iso(sql`changed_at`)} as "changedAt"
        from onramp.purchases where address = ${address} order by created_at`,
    ),
    rows(
      query,
      sql`select filling, p.chain, sold, bought, amount::text as amount, minimum::text as minimum, ${iso(sql`made_at`)} as "madeAt", t.hash, t.state
        from swaps.promises p left join swaps.transactions t on t.promise = p.id where account = ${address} order by made_at`,
    ),
    rows<{ permissions: string; policies: string }>(
      query,
      sql`select pci, chain, project_id as "projectId", project_name as "projectName", project_url as "projectUrl", permissions, policies,
          ${iso(sql`created_at`)} as "createdAt", ${iso(sql`expires_at`)} as "expiresAt", ${iso(sql`revoked_at`)} as "revokedAt"
        from sessions.sessions where address = ${address} order by created_at`,
    ),
  ])
  const read = (text: string | null): unknown => (text === null ? null : JSON.parse(text))
  const told = {
    address,
    names: names.map((name) => ({ ...name, attributes: read(name.attributes), addresses: read(name.addresses) })),
    signIns: signIns.map((each) => ({
      ...each,
      connection: read(each.connection),
      metadata: read(each.metadata),
      sessions: read(each.sessions),
    })),
    purchases,
    swaps,
    smartSessions: smartSessions.map((each) => ({
      ...each,
      permissions: read(each.permissions),
      policies: read(each.policies),
    })),
  }
  return `${JSON.stringify(told, null, 2)}\n`
}

async function deleteAccount({ db, env, address }: AccountContext): Promise<string> {
  const count = async (query: Query, statement: ReturnType<typeof sql>) => (await rows(query, statement)).length
  const { names, accounts, purchases, underWay, swaps, smartSessions } = await db.query.transaction(async (query) => {
    await rows(
      query,
      sql`delete from names.addresses where name in (select name from names.names where owner = ${address}) returning 1`,
    )
    // The name stays reserved for a while, so that no other account is paid in place of its owner.
    const names = await count(
      query,
      sql`update names.names set attributes = '{}', released_at = coalesce(released_at, now()) where owner = ${address} returning 1`,
    )
    const own = sql`split_part(account, ':', 3) = ${address}`
    await rows(
      query,
      sql`delete from siwx.sessions where account_id in (select id from siwx.accounts where ${own}) returning 1`,
    )
    await rows(query, sql`delete from siwx.email_codes where ${own} returning 1`)
    return {
      names,
      accounts: await count(query, sql`delete from siwx.accounts where ${own} returning 1`),
      // One in progress still needs its notice.
      purchases: await count(
        query,
        sql`delete from onramp.purchases where address = ${address} and state in ('created', 'arrived', 'failed') returning 1`,
      ),
      underWay: await count(query, sql`select 1 from onramp.purchases where address = ${address}`),
      swaps: await count(query, sql`delete from swaps.promises where account = ${address} returning 1`),
      smartSessions: await count(query, sql`delete from sessions.sessions where address = ${address} returning 1`),
    }
  })
  return [
    `names: ${names} released, free for others after ${env.LATCHKEY_RETENTION_NAMES} days`,
    `accounts at sites: ${accounts} deleted with their sign-ins`,
    `purchases: ${purchases} deleted${underWay === 0 ? '' : `, ${underWay} under way: run this again when they have ended`}`,
    `swaps: ${swaps} deleted`,
    `smart sessions: ${smartSessions} deleted`,
    '',
  ].join('\n')
}
