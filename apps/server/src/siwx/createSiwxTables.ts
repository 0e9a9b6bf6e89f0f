import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../platform/db/db.js'
import { readDbTime } from '../platform/db/readDbTime.js'
import { type Query, rows } from '../platform/db/rows.js'
import { sweepRows } from '../platform/db/sweepRows.js'
import { hashToken, randomId } from '../platform/secrets/randomId.js'

/** How long a code and what it proved are kept, in minutes. */
const codeLife = 60
/** How long a code can be typed, in minutes. */
export const codeMinutes = 10
/** How many times as many codes an address gets from all networks together as from one. */
const networksOfOne = 3
/** How many times as many codes of their own all signed-in accounts together have for one address as one of them. */
const accountsOfOne = 12
/** How often one code can be tried. */
const codeTries = 5

/** A sign-in that has passed every check but that of its nonce. */
export type NewSignIn = {
  id: string
  nonce: string
  /** Until when the nonce counts by the database's clock, in seconds since 1970. */
  nonceExpiry: number
  projectId: string
  account: string
  /** The keyed hash of an address that was confirmed; absent: as before. */
  emailIndex: string | undefined
  connection: unknown
  /** For how long it holds, in seconds. */
  life: number
}

/** An account as it is kept. */
export type KeptAccount = {
  id: string
  projectId: string
  /** CAIP-10; of an EVM account in lower case. */
  account: string
  createdAt: Date
  updatedAt: Date
  signedInAt: Date
  connection: string | null
  metadata: string | null
}

/** A code that was mailed. */
export type MailedCode = {
  id: string
  projectId: string
  account: string
  emailIndex: string
  networkIndex: string
  salt: string
  mac: string
}

/** The statements of the sign-ins. */
export function createSiwxTables({ query }: Db, { accountDays }: { accountDays: number }) {
  return {
    /** The time by which everything here is judged. */
    now: () => readDbTime(query),
    /**
     * Signs in, unless the nonce is over or has been used: of two calls with one nonce, one fails. Returns the id of the account, and
     * when the sign-in began, in seconds since 1970.
     */
    signIn(signIn: NewSignIn): Promise<{ accountId: string; at: number } | undefined> {
      return query.transaction(async (transaction) => {
        const { id, nonce, nonceExpiry, projectId, account, emailIndex, connection, life } = signIn
        const taken = await rows(
          transaction,
          // By the clock that the sweep goes by too, so that no nonce is forgotten while it still counts.
          sql`insert into siwx.used_nonces (hash, expires_at)
            select ${hashToken(nonce)}, to_timestamp(${nonceExpiry}::float8) where to_timestamp(${nonceExpiry}::float8) > now()
            on conflict do nothing returning 1`,
        )
        if (taken.length === 0) return undefined
        const [kept] = await rows<{ id: string }>(
          transaction,
          sql`insert into siwx.accounts (id, project_id, account, email_index, connection, created_at, updated_at, signed_in_at)
            values (${randomId()}, ${projectId}, ${account}, ${emailIndex ?? null},
              ${connection === undefined ? null : JSON.stringify(connection)}, now(), now(), now())
            on conflict (project_id, account) do update set signed_in_at = now(), updated_at = now(),
              connection = excluded.connection, email_index = coalesce(excluded.email_index, siwx.accounts.email_index)
            returning id`,
        )
        const [begun] = await rows<{ at: number }>(
          transaction,
          sql`insert into siwx.sessions (id, account_id, created_at, expires_at)
            values (${id}, ${kept?.id ?? ''}, now(), now() + ${life}::int * interval '1 second')
            returning floor(extract(epoch from created_at))::float8 as at`,
        )
        return kept && begun && { accountId: kept.id, at: begun.at }
      })
    },
    /** The account of a sign-in that holds, and whose token, which ends at `exp` in seconds since 1970, does too. */
    async find(id: string, exp: number): Promise<KeptAccount | undefined> {
      const [row] = await rows<Omit<KeptAccount, 'createdAt' | 'updatedAt' | 'signedInAt'> & Times>(
        query,
        sql`select a.id, a.account, a.project_id as "projectId", a.connection, a.metadata, extract(epoch from a.created_at)::float8 as created,
            extract(epoch from a.updated_at)::float8 as updated, extract(epoch from a.signed_in_at)::float8 as signed
          from siwx.sessions s join siwx.accounts a on a.id = s.account_id where s.id = ${id}
            and least(s.expires_at, to_timestamp(${exp}::float8)) > now()`,
      )
      if (row === undefined) return undefined
      const { created, updated, signed, ...rest } = row
      return { ...rest, createdAt: toDate(created), updatedAt: toDate(updated), signedInAt: toDate(signed) }
    },
    /** Revokes one sign-in, and no other of the same account. */
    async revoke(id: string): Promise<void> {
      await rows(query, sql`delete from siwx.sessions where id = ${id}`)
    },
    async setMetadata(accountId: string, metadata: unknown): Promise<void> {
      const text = metadata === null ? null : JSON.stringify(metadata)
      await rows(query, sql`update siwx.accounts set metadata = ${text}, updated_at = now() where id = ${accountId}`)
    },
    /** True where one of these is the address that the owner of an account has confirmed. */
    async hasEmail(projectId: string, account: string, indexes: readonly string[]): Promise<boolean> {
      const found = await rows(
        query,
        sql`select 1 from siwx.accounts where project_id = ${projectId} and account = ${account}
          and email_index in ${[...indexes]}`,
      )
      return found.length > 0
    },
    /**
     * Keeps a code, unless its address or its network had as many within the hour; the reason then. An address has as many from each
     * network, so that a stranger elsewhere does not use up its owner's. What an account asks that is signed in counts as its own, and
     * those of accounts apart from those of everybody else.
     */
    addCode(
      code: MailedCode & { accountId?: string | undefined },
      most: { address: number; network: number },
    ): Promise<'address' | 'network' | undefined> {
      return query.transaction(async (transaction) => {
        const { id, projectId, account, accountId, emailIndex, networkIndex, salt, mac } = code
        // One after another for each address, so that two at once do not both take the last place.
        await rows(transaction, sql`select pg_advisory_xact_lock(hashtextextended(${`siwx/${emailIndex}`}, 0))`)
        const likeThis = accountId === undefined ? sql`account_id is null` : sql`account_id is not null`
        const toAddress = sql`email_index = ${emailIndex} and ${likeThis}`
        const [own, others] =
          accountId === undefined
            ? [sql`${toAddress} and network_index = ${networkIndex}`, networksOfOne]
            : [sql`account_id = ${accountId}`, accountsOfOne]
        if (accountId !== undefined)
          await rows(transaction, sql`select pg_advisory_xact_lock(hashtextextended(${`siwx/${accountId}`}, 0))`)
        if ((await countCodes(transaction, own)) >= most.address) return 'address'
        if ((await countCodes(transaction, toAddress)) >= others * most.address) return 'address'
        const fromHere = sql`network_index = ${networkIndex} and ${likeThis}`
        if ((await countCodes(transaction, fromHere)) >= most.network) return 'network'
        await rows(
          transaction,
          sql`insert into siwx.email_codes (id, project_id, account, account_id, email_index, network_index, salt, mac, created_at)
            values (${id}, ${projectId}, ${account}, ${accountId ?? null}, ${emailIndex}, ${networkIndex}, ${salt}, ${mac}, now())`,
        )
        return undefined
      })
    },
    /** Counts a try of a code and gives what it must match; nothing when it is over, proven or tried too often. */
    async tryCode(id: string): Promise<MailedCode | undefined> {
      const [row] = await rows<MailedCode>(
        query,
        sql`update siwx.email_codes set tries = tries + 1 where id = ${id} and tries < ${codeTries}::int
            and verified_at is null and created_at > now() - ${codeMinutes}::int * interval '1 minute'
          returning id, project_id as "projectId", account, email_index as "emailIndex", network_index as "networkIndex", salt, mac`,
      )
      return row
    },
    async proveCode(id: string): Promise<void> {
      await rows(query, sql`update siwx.email_codes set verified_at = now() where id = ${id}`)
    },
    /** The address that a code has proven for an account; a code is good for one sign-in. */
    async takeProven(id: string, projectId: string, account: string): Promise<string | undefined> {
      const [row] = await rows<{ emailIndex: string }>(
        query,
        sql`update siwx.email_codes set tries = ${codeTries}::int, verified_at = '-infinity'
          where id = ${id} and project_id = ${projectId} and account = ${account}
            and verified_at > now() - ${codeLife}::int * interval '1 minute'
          returning email_index as "emailIndex"`,
      )
      return row?.emailIndex
    },
    /** Deletes what is over, and accounts that have long not signed in. */
    async sweep(): Promise<void> {
      const sweep = (table: SQL, by: SQL, due: SQL) =>
        sweepRows((statement) => rows(query, statement), { table, by, due: sql`${by} ${due}` })
      await sweep(sql`siwx.used_nonces`, sql`expires_at`, sql`<= now()`)
      await sweep(sql`siwx.sessions`, sql`expires_at`, sql`<= now()`)
      await sweep(sql`siwx.email_codes`, sql`created_at`, sql`<= now() - ${codeLife}::int * interval '1 minute'`)
      await sweep(sql`siwx.accounts`, sql`signed_in_at`, sql`<= now() - make_interval(days => ${accountDays}::int)`)
    },
  }
}

/** The statements of the sign-ins. */
export type SiwxTables = ReturnType<typeof createSiwxTables>

type Times = { created: number; updated: number; signed: number }

async function countCodes(query: Query, of: SQL): Promise<number> {
  const [row] = await rows<{ count: number }>(
    query,
    sql`select count(*)::int as count from siwx.email_codes where ${of} and created_at > now() - interval '1 hour'`,
  )
  return row?.count ?? 0
}

function toDate(seconds: number): Date {
  return new Date(seconds * 1000)
}
