import { createHash } from 'node:crypto'
import type { ChainId } from '@latchkey/protocol/caip'
import type { NameRecord } from '@latchkey/protocol/namesApi'
import { sql } from 'drizzle-orm'
import type { Db } from '../platform/db/db.js'
import { type Query, rows } from '../platform/db/rows.js'
import { sweepRows } from '../platform/db/sweepRows.js'
import type { Name } from './readName.js'

/** How many texts may wait to be signed: anybody can ask for one, and the database must not fill up. */
const mostWaiting = 10_000

/** A text that an account signed. */
export type Used = {
  signer: string
  message: string
  /** Whether this server made it; another counts until the time. */
  made: boolean
  /** In seconds since 1970. */
  expires: number
}

/** The result of a registration; `other` is the account's existing name. */
export type Registration =
  | { state: 'done' }
  | { state: 'used' | 'taken' | 'alike' }
  | { state: 'second'; other: string }

/** The owner of a name, and the chain of a contract that signs for it. */
export type Owner = { owner: string; chain: ChainId }

/**
 * The statements of the names.
 *
 * @param db - The database.
 * @param options - For how many days a released name is kept for its owner.
 */
export function createNameTables({ query }: Db, { graceDays }: { graceDays: number }) {
  const days = sql`make_interval(days => ${graceDays}::int)`

  /** Marks a text as used; false where it was, is over, or was never made. */
  async function spend(transaction: Query, { signer, message, made, expires }: Used): Promise<boolean> {
    const hash = hashOf(signer, message)
    const spent = await rows(
      transaction,
      made
        ? sql`update names.messages set used_at = now() where hash = ${hash} and used_at is null and expires_at > now()
            returning 1`
        : sql`insert into names.messages (hash, used_at, expires_at)
            values (${hash}, now(), to_timestamp(${expires}::float8)) on conflict do nothing returning 1`,
    )
    return spent.length === 1
  }

  return {
    /** Keeps that a text was made; false where too many wait. */
    async offer(signer: string, message: string, expires: number): Promise<boolean> {
      const added = await rows(
        query,
        sql`insert into names.messages (hash, expires_at)
          select ${hashOf(signer, message)}, to_timestamp(${expires}::float8)
          where (select count(*) from (select 1 from names.messages where used_at is null limit ${mostWaiting}::int) m)
            < ${mostWaiting}::int
          returning 1`,
      )
      return added.length === 1
    },
    /** Registers a name for an account, or returns why not. A second call of the owner with the same text changes nothing. */
    register(
      { name, zone, shape }: Name,
      given: { owner: string; chain: ChainId; coins: readonly number[]; address: string; attributes: object },
      used: Used,
    ): Promise<Registration> {
      const { owner, chain, coins, address } = given
      const attributes = JSON.stringify(given.attributes)
      return query.transaction(async (transaction): Promise<Registration> => {
        const isFresh = await spend(transaction, used)
        if (isFresh)
          await rows(
            transaction,
            sql`delete from names.names where zone = ${zone} and shape = ${shape} and released_at <= now() - ${days}`,
          )
        const added = isFresh
          ? await rows(
              transaction,
              sql`insert into names.names (name, zone, shape, owner, chain, attributes, registered_at)
                values (${name}, ${zone}, ${shape}, ${owner}, ${chain}, ${attributes}, now())
                on conflict do nothing returning 1`,
            )
          : []
        if (added.length === 0) {
          const [there] = await rows<{ name: string; owner: string; isReleased: boolean }>(
            transaction,
            sql`select name, owner, released_at is not null as "isReleased" from names.names
              where zone = ${zone} and shape = ${shape} for update`,
          )
          const isOwn = there?.name === name && there.owner === owner
          if (isOwn && !there.isReleased) return { state: 'done' }
          if (!isFresh) return { state: 'used' }
          if (there !== undefined && !isOwn) return { state: there.name === name ? 'taken' : 'alike' }
          const [held] = await rows<{ name: string }>(
            transaction,
            sql`select name from names.names where owner = ${owner} and zone = ${zone} and released_at is null`,
          )
          if (held !== undefined) return { state: 'second', other: held.name }
          await rows(
            transaction,
            sql`update names.names set released_at = null, chain = ${chain}, attributes = ${attributes},
              registered_at = now(), updated_at = null where name = ${name}`,
          )
          await rows(transaction, sql`delete from names.addresses where name = ${name}`)
        }
        for (const coin of coins)
          await rows(
            transaction,
            sql`insert into names.addresses (name, coin_type, address, created_at)
              values (${name}, ${coin}::bigint, ${address}, now())`,
          )
        return { state: 'done' }
      })
    },
    /** The owner of a name that is not released. */
    async ownerOf(name: string): Promise<Owner | undefined> {
      const [row] = await rows<Owner>(
        query,
        sql`select owner, chain from names.names where name = ${name} and released_at is null`,
      )
      return row
    },
    /** Replaces the attributes of a name; false where the text counts no more or the owner is another by now. */
    setAttributes: (name: string, { owner }: Owner, attributes: object, used: Used) =>
      change(
        used,
        sql`update names.names set attributes = ${JSON.stringify(attributes)}, updated_at = now()
          where name = ${name} and owner = ${owner} and released_at is null returning 1`,
      ),
    /** Sets what a name leads to on one chain; false where the text counts no more or the owner is another by now. */
    setAddress: (name: string, { owner }: Owner, coin: number, address: string, used: Used) =>
      change(
        used,
        sql`with own as (update names.names set updated_at = now()
            where name = ${name} and owner = ${owner} and released_at is null returning name)
          insert into names.addresses (name, coin_type, address, created_at)
          select name, ${coin}::bigint, ${address}, now() from own
          on conflict (name, coin_type) do update set address = excluded.address, created_at = now() returning 1`,
      ),
    /** Releases a name; false where the text counts no more or the owner is another by now. */
    release: (name: string, { owner }: Owner, used: Used) =>
      change(
        used,
        sql`update names.names set released_at = now()
          where name = ${name} and owner = ${owner} and released_at is null returning 1`,
      ),
    /** A name that is not released. */
    async find(name: string): Promise<NameRecord | undefined> {
      const [found] = await records(sql`n.name = ${name}`)
      return found
    },
    /** The names of an account that lead back to it, by what stands for one of these coin types. */
    reverse: (address: string, coins: readonly number[]): Promise<NameRecord[]> =>
      records(sql`n.owner = ${address} and exists (select from names.addresses a where a.name = n.name
        and lower(a.address) = ${address}
        and a.coin_type in (select json_array_elements_text(${JSON.stringify(coins)}::json)::bigint))`),
    /** Which of these names are taken, were released recently, or look like one that is. */
    async taken(names: readonly Name[]): Promise<ReadonlySet<string>> {
      const pairs = JSON.stringify(names.map(({ name, zone, shape }) => ({ name, zone, shape })))
      const found = await rows<{ name: string }>(
        query,
        sql`select w.name from json_to_recordset(${pairs}::json) as w(name text, zone text, shape text)
          join names.names n on n.zone = w.zone and n.shape = w.shape
          where n.released_at is null or n.released_at > now() - ${days}`,
      )
      return new Set(found.map(({ name }) => name))
    },
    /** Deletes texts that are over, and names that were released long enough ago. */
    async sweep(): Promise<void> {
      const run = (statement: ReturnType<typeof sql>) => rows(query, statement)
      const texts = { table: sql`names.messages`, by: sql`expires_at`, due: sql`expires_at <= now()` }
      const released = { table: sql`names.names`, by: sql`released_at`, due: sql`released_at <= now() - ${days}` }
      await sweepRows(run, texts)
      await sweepRows(run, released)
    },
  }

  function change(used: Used, statement: ReturnType<typeof sql>): Promise<boolean> {
    return query.transaction(async (transaction) => {
      if (!(await spend(transaction, used))) return false
      return (await rows(transaction, statement)).length === 1
    })
  }

  async function records(condition: ReturnType<typeof sql>): Promise<NameRecord[]> {
    type Row = { name: string; attributes: string; registered: number; updated: number | null; addresses: string }
    const found = await rows<Row>(
      query,
      sql`select n.name, n.attributes, extract(epoch from n.registered_at)::float8 as registered,
          extract(epoch from n.updated_at)::float8 as updated,
          (select coalesce(json_agg(json_build_object('coin', a.coin_type::text, 'address', a.address,
              'created', extract(epoch from a.created_at)::float8) order by a.coin_type), '[]')::text
            from names.addresses a where a.name = n.name) as addresses
        from names.names n where ${condition} and n.released_at is null order by n.registered_at, n.name limit 100`,
    )
    return found.map(({ name, attributes, registered, updated, addresses }) => ({
      name,
      registered: Math.floor(registered),
      updated: updated === null ? null : Math.floor(updated),
      registered_at: isoOf(registered),
      updated_at: updated === null ? null : isoOf(updated),
      attributes: JSON.parse(attributes) as Record<string, string>,
      addresses: Object.fromEntries(
        (JSON.parse(addresses) as { coin: string; address: string; created: number }[]).map(
          ({ coin, address, created }) => [coin, { address, created: Math.floor(created), created_at: isoOf(created) }],
        ),
      ),
    }))
  }
}

/** The statements of the names. */
export type NameTables = ReturnType<typeof createNameTables>

function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

/** Two accounts may sign the same text. */
function hashOf(signer: string, message: string): string {
  return createHash('sha256').update(`${signer.toLowerCase()}\n${message}`).digest('hex')
}
