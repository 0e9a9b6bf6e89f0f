import type { ChainId } from '@latchkey/protocol/caip'
import type { SmartSession } from '@latchkey/protocol/sessionsApi'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../platform/db/db.js'
import { rows } from '../platform/db/rows.js'
import { sweepRows } from '../platform/db/sweepRows.js'
import { openSessions } from './sessionRequests.js'

/** How many sessions may wait to be opened: anybody can begin one, and the database must not fill up. */
const mostWaiting = 10_000
/** How long one that waits keeps its place when there are too many, in minutes: time to open it in a wallet. */
const safeFor = 5
/** How many sessions one answer lists. */
const mostListed = 255

/** A session as it is kept, without what it permits. */
export type KeptSession = {
  pci: string
  chain: ChainId
  address: string
  name: string | null
  url: string | null
  /** Seconds since 1970. */
  expiry: number
  context: string | null
  isExpired: boolean
  isRevoked: boolean
}

/** A session that begins. */
export type NewSession = {
  pci: string
  chain: ChainId
  address: string
  project: { id: string; name: string | undefined; url: string | undefined; iconUrl: string | undefined }
  signer: unknown
  permissions: readonly unknown[]
  policies: readonly unknown[]
  publicKey: string
  envelope: string
  expiry: number
}

/** The outcome of a request for a session. */
export type Activation = 'open' | 'gone' | 'full'

/**
 * The statements of the sessions.
 *
 * @param db - The database.
 * @param options - For how many days one is kept that was revoked, and how many may wait.
 */
export function createSessionTables(
  { query }: Db,
  { revokedDays = 90, most = mostWaiting }: { revokedDays?: number; most?: number } = {},
) {
  return {
    /** Keeps a session that waits, at the limit in place of the oldest; false when that is still being opened. */
    async add(session: NewSession): Promise<boolean> {
      const { pci, chain, address, project, signer, permissions, policies, publicKey, envelope, expiry } = session
      const added = await rows(
        query,
        sql`with wait as (
            select count(*) as count from (select 1 from sessions.sessions where activated_at is null limit ${most}::int) w),
          gone as (delete from sessions.sessions where pci = (
            select s.pci from sessions.sessions s where s.activated_at is null and (select count from wait) >= ${most}::int
              and s.created_at < now() - ${safeFor}::int * interval '1 minute'
            order by s.created_at limit 1 for update skip locked) and activated_at is null returning 1)
          insert into sessions.sessions (pci, chain, address, project_id, project_name, project_url, icon_url, signer,
            permissions, policies, public_key, envelope, created_at, expires_at)
          select ${pci}, ${chain}, ${address}, ${project.id}, ${project.name ?? null}, ${project.url ?? null},
            ${project.iconUrl ?? null}, ${signer === undefined ? null : JSON.stringify(signer)},
            ${JSON.stringify(permissions)}, ${JSON.stringify(policies)}, ${publicKey}, ${envelope}, now(),
            to_timestamp(${expiry}::float8)
          where (select count from wait) < ${most}::int or exists (select from gone)
          returning 1`,
      )
      return added.length === 1
    },
    /** Deletes those of some sessions that still wait. */
    async drop(pcis: readonly string[]): Promise<void> {
      await rows(
        query,
        sql`delete from sessions.sessions where activated_at is null
          and pci in (select json_array_elements_text(${JSON.stringify(pcis)}::json))`,
      )
    },
    /** A session of an account; of any of its chains when none is named. */
    async find(pci: string, address: string, chain: ChainId | undefined): Promise<KeptSession | undefined> {
      const [row] = await rows<KeptSession>(
        query,
        sql`select pci, chain, address, project_name as name, project_url as url,
            extract(epoch from expires_at)::float8 as expiry, context, expires_at <= now() as "isExpired",
            revoked_at is not null as "isRevoked"
          from sessions.sessions where pci = ${pci} and address = ${address} ${onChain(chain)}`,
      )
      return row
    },
    /** Opens a session that waits, unless its account has as many as it may. */
    activate(pci: string, address: string, context: string): Promise<Activation> {
      return query.transaction(async (transaction) => {
        // One after another for each account, so that two at once do not both take the last place.
        await rows(transaction, sql`select pg_advisory_xact_lock(hashtextextended(${`sessions/${address}`}, 0))`)
        const [count] = await rows<{ open: number }>(
          transaction,
          sql`select count(*)::int as open from sessions.sessions where address = ${address} and activated_at is not null
            and revoked_at is null and expires_at > now() and pci <> ${pci}`,
        )
        if ((count?.open ?? 0) >= openSessions) return 'full'
        const opened = await rows(
          transaction,
          sql`update sessions.sessions set context = ${context}, activated_at = coalesce(activated_at, now())
            where pci = ${pci} and address = ${address} and revoked_at is null and expires_at > now()
              and (context is null or context = ${context}) returning 1`,
        )
        return opened.length === 1 ? 'open' : 'gone'
      })
    },
    /** Revokes a session permanently; a revoked one stays as it was. */
    async revoke(pci: string, address: string): Promise<void> {
      await rows(
        query,
        sql`update sessions.sessions set revoked_at = now()
          where pci = ${pci} and address = ${address} and revoked_at is null`,
      )
    },
    /** Those that were opened and have not expired, newest first. */
    async list(address: string, chain: ChainId | undefined): Promise<SmartSession[]> {
      type Row = Omit<SmartSession, 'project' | 'permissions' | 'policies'> & {
        id: string
        name: string | null
        url: string | null
        iconUrl: string | null
        permissions: string
        policies: string
      }
      const found = await rows<Row>(
        query,
        sql`select project_id as id, project_name as name, project_url as url, icon_url as "iconUrl", pci,
            extract(epoch from expires_at)::float8 as expiry, floor(extract(epoch from created_at))::float8 as "createdAt",
            permissions, policies, context, floor(extract(epoch from revoked_at))::float8 as "revokedAt"
          from sessions.sessions where address = ${address} ${onChain(chain)} and activated_at is not null
            and expires_at > now()
          order by created_at desc, pci limit ${mostListed}`,
      )
      return found.map(({ id, name, url, iconUrl, permissions, policies, ...rest }) => ({
        // A name is required; an app without one is named after the page's origin.
        project: { id, name: name ?? (url === null ? id : new URL(url).host), url, iconUrl },
        ...rest,
        permissions: JSON.parse(permissions) as unknown[],
        policies: JSON.parse(policies) as unknown[],
      }))
    },
    /** Deletes what has expired, what was revoked long enough ago, and what was begun an hour ago and never opened. */
    async sweep(): Promise<void> {
      const sweep = (by: SQL, due: SQL) =>
        sweepRows((statement) => rows(query, statement), { table: sql`sessions.sessions`, by, due: sql`${by} ${due}` })
      await sweep(sql`expires_at`, sql`<= now()`)
      await sweep(sql`revoked_at`, sql`<= now() - make_interval(days => ${revokedDays}::int)`)
      await sweep(sql`created_at`, sql`<= now() - interval '1 hour' and activated_at is null`)
    },
  }
}

/** The statements of the sessions. */
export type SessionTables = ReturnType<typeof createSessionTables>

function onChain(chain: ChainId | undefined) {
  return chain === undefined ? sql`` : sql`and chain = ${chain}`
}
