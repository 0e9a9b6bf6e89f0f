import type { ChainId } from '@latchkey/protocol/caip'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.js'
import { type Difference, reportMismatch } from '../../platform/db/reportMismatch.js'
import { rows } from '../../platform/db/rows.js'
import { sweepRows } from '../../platform/db/sweepRows.js'
import type { Address } from '../swapPort.js'

/** How many swaps of an account, and of all of them, are looked for at a time: anybody can have one built for any account. */
const most = { ofAccount: 20, ofAll: 10_000 }
/** How many transactions one promise may have: only its account can send any. */
const mostSent = 20
/** How many blocks of a chain may still change, as the history has it too. */
const unsettled = 12

/** The terms of a swap when it was built; amounts are in base units. */
export type SwapPromise = {
  id: string
  /** The swap service, by its name in `LATCHKEY_SWAPS`. */
  filling: string
  chain: ChainId
  account: Address
  target: Address
  /** Keccak-256 of the call. */
  dataHash: string
  sold: Address
  bought: Address
  amount: bigint
  minimum: bigint
}

/** A transaction that may carry out a promise. */
export type Candidate = Pick<SwapPromise, 'chain' | 'account' | 'target' | 'dataHash'> & {
  promise: string
  hash: string
  block: number
}

/** A transaction that carries out a promise, until its chain has settled on it and for a day after. */
export type SwapTransaction = Pick<
  SwapPromise,
  'filling' | 'chain' | 'account' | 'target' | 'dataHash' | 'sold' | 'bought' | 'amount' | 'minimum'
> & {
  reference: string
  hash: `0x${string}`
  state: 'waiting' | 'posted'
  block: number | null
  blockHash: string | null
  /** Seconds since it was noted. */
  age: number
}

const named = (chains: readonly ChainId[]) => sql`(select json_array_elements_text(${JSON.stringify(chains)}::json))`

/**
 * The statements of swaps. Nothing here writes an entry of the books: a trigger does, with the state of a transaction.
 *
 * @param db - The database.
 */
export function createSwapTables({ query }: Db) {
  const run = (statement: ReturnType<typeof sql>) => rows(query, statement)
  return {
    /** Keeps what a swap promises, for so many seconds; nothing where too many of its account are looked for. */
    async keep(promise: SwapPromise, seconds: number): Promise<void> {
      const { id, filling, chain, account, target, dataHash, sold, bought, amount, minimum } = promise
      await run(
        sql`insert into swaps.promises (id, filling, chain, account, target, data_hash, sold, bought, amount, minimum, made_at, until,
            keep_until, from_block, looked_at)
          select ${id}, ${filling}, ${chain}, ${account}, ${target}, ${dataHash}, ${sold}, ${bought}, ${String(amount)}::numeric,
            ${String(minimum)}::numeric, now(), now() + make_interval(secs => ${seconds}::float8),
            now() + make_interval(secs => ${seconds}::float8) + interval '1 hour',
            coalesce((select next_block - ${unsettled}::int from history.progress where chain = ${chain}), 0), now()
          where (select count(*) from (select 1 from swaps.promises where chain = ${chain} and account = ${account} and until > now()
            limit ${most.ofAccount}::int) w) < ${most.ofAccount}::int
          on conflict (chain, account, target, data_hash) do update set amount = greatest(promises.amount, excluded.amount), until = excluded.until,
            keep_until = greatest(promises.keep_until, excluded.keep_until)`,
      )
    },
    /** Whether no more swaps can be looked for now. */
    async isFull(): Promise<boolean> {
      const found = await run(
        sql`select 1 from swaps.promises where until > now() - interval '1 hour' offset ${most.ofAll - 1}::int limit 1`,
      )
      return found.length > 0
    },
    /** Transactions of accounts, as the history has them, that may carry out what they were promised; takes so many promises in turn. */
    candidates(chains: readonly ChainId[], limit: number): Promise<Candidate[]> {
      return rows<Candidate>(
        query,
        sql`with taken as (update swaps.promises set looked_at = now() where id = any(array(
            select id from swaps.promises where until > now() - interval '1 hour' and chain in ${named(chains)}
            order by looked_at limit ${limit}::int for update skip locked))
            returning id, chain, account, target, data_hash, from_block)
          select t.id as promise, t.chain, t.account, t.target, t.data_hash as "dataHash", e.hash, e.block::float8 as block
          from taken t cross join lateral (
            select h.hash, h.block from history.entries h where h.chain = t.chain and h.address = t.account
              and h.block >= t.from_block and h.sender = t.account and h.receiver = t.target
            order by h.block, h.position limit 100) e
          where not exists (select from swaps.transactions x where x.chain = t.chain and x.hash = e.hash and x.state <> 'dropped')
          order by e.block`,
      )
    },
    /** Records the block from which on a promise is looked for. */
    async lookFrom(id: string, block: number): Promise<void> {
      await run(
        sql`update swaps.promises set from_block = greatest(from_block, ${block - unsettled}::bigint) where id = ${id}`,
      )
    },
    /** The caller, the chain and the contract of the call. */
    findByCall(chain: ChainId, target: string, dataHash: string): Promise<{ id: string; account: string }[]> {
      return rows(
        query,
        sql`select id, account from swaps.promises where data_hash = ${dataHash} and chain = ${chain} and target = ${target}
          and until > now() - interval '1 hour' limit 2`,
      )
    },
    /** Notes a transaction of a promise, once, and keeps the promise for a month. */
    async note(promise: string, { reference, chain, hash }: Pick<SwapTransaction, 'reference' | 'chain' | 'hash'>) {
      await run(
        sql`with kept as (update swaps.promises set keep_until = now() + interval '30 days' where id = ${promise} returning id)
          insert into swaps.transactions as t (reference, promise, chain, hash, state, noted_at, check_at)
          select ${reference}, id, ${chain}, ${hash}, 'waiting', now(), now() from kept
            where (select count(*) from swaps.transactions x where x.promise = ${promise}) < ${mostSent}::int
          on conflict (chain, hash) do update set state = 'waiting', noted_at = now(), check_at = now() where t.state = 'dropped'`,
      )
    },
    /**
     * Takes transactions that are due to be looked at, the longest first. Where the process ends before it has said what became of
     * one, it is due again after a while.
     */
    async take(chains: readonly ChainId[], limit: number): Promise<SwapTransaction[]> {
      const found = await rows<SwapTransaction & { amount: string; minimum: string }>(
        query,
        sql`update swaps.transactions t set check_at = now() + interval '10 minutes' from swaps.promises p
          where p.id = t.promise and t.reference = any(array(
            select reference from swaps.transactions where check_at <= now() and chain in ${named(chains)}
            order by check_at limit ${limit}::int for update skip locked))
          returning t.reference, t.hash, t.state, t.block_number::float8 as block, t.block_hash as "blockHash",
            extract(epoch from now() - t.noted_at)::float8 as age, p.filling, t.chain, p.account, p.target, p.data_hash as "dataHash",
            p.sold, p.bought, p.amount::text as amount, p.minimum::text as minimum`,
      )
      return found.map((one) => ({ ...one, amount: BigInt(one.amount), minimum: BigInt(one.minimum) }))
    },
    /** Looks at it again after so many seconds. */
    async putOff(reference: string, seconds: number): Promise<void> {
      const after = sql`now() + make_interval(secs => ${seconds}::float8)`
      await run(sql`update swaps.transactions set check_at = ${after} where reference = ${reference}`)
    },
    /** Records that one is over which moved nothing, or which no node knows. */
    async end(reference: string, state: 'failed' | 'untold' | 'dropped'): Promise<void> {
      await run(
        sql`update swaps.transactions set state = ${state}, check_at = 'infinity' where reference = ${reference} and state = 'waiting'`,
      )
    },
    /**
     * Records what it moved, and where it does not fit the promise, both or neither: a trigger posts it.
     *
     * @returns The number of a mismatch that is new.
     */
    post(
      { reference, filling }: Pick<SwapTransaction, 'reference' | 'filling'>,
      told: { block: number; blockHash: string; moved: readonly { asset: string; amount: string }[] },
      difference: Difference | undefined,
    ): Promise<number | undefined> {
      return query.transaction(async (transaction) => {
        const posted = await rows(
          transaction,
          sql`update swaps.transactions set state = 'posted', block_number = ${told.block}::bigint, block_hash = ${told.blockHash},
              moved = ${JSON.stringify(told.moved)}, posted_at = now(), check_at = now() + interval '1 hour'
            where reference = ${reference} and state = 'waiting' returning 1`,
        )
        if (posted.length === 0) return undefined
        return reportMismatch(transaction, { provider: filling, reference }, 'swap', difference)
      })
    },
    /** Puts off what was posted and still holds: it is looked at after an hour and after a day. */
    async hold(reference: string): Promise<void> {
      await run(
        sql`update swaps.transactions set check_at = case when posted_at > now() - interval '1 day' then now() + interval '1 day'
          else 'infinity' end where reference = ${reference}`,
      )
    },
    /** Takes back what its chain took back, and waits for the same transaction again, under another name in the books. */
    async undo({ reference, filling }: Pick<SwapTransaction, 'reference' | 'filling'>, next: string): Promise<void> {
      await query.transaction(async (transaction) => {
        await rows(
          transaction,
          sql`update swaps.transactions set state = 'waiting', reference = ${next}, block_number = null, block_hash = null,
              moved = null, posted_at = null, noted_at = now(), check_at = now()
            where reference = ${reference} and state = 'posted'`,
        )
        await reportMismatch(transaction, { provider: filling, reference }, 'swap', undefined)
      })
    },
    /** The native coin that a contract paid the account in a transaction, if a trace showed it. */
    async coinPaid(chain: ChainId, account: string, hash: string): Promise<bigint | undefined> {
      const [found] = await rows<{ transfers: string }>(
        query,
        sql`select transfers from history.entries where chain = ${chain} and address = ${account} and hash = ${hash}
          order by block desc limit 1`,
      )
      const movements = JSON.parse(found?.transfers ?? '[]') as { kind: string; to: string; amount: string }[]
      const paid = movements.filter(({ kind, to }) => kind === 'native' && to === account)
      return paid.length === 0 ? undefined : paid.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
    },
    /** The number of open mismatches of swaps. */
    async count(): Promise<number> {
      const [found] = await rows<{ count: number }>(
        query,
        sql`select count(*)::int as count from ledger.mismatches
          where ended_at is null and settled_at is null and side = 'swap'`,
      )
      return found?.count ?? 0
    },
    /** Deletes what was never sent an hour after its time, and the others a month after their transaction. */
    async sweep(): Promise<void> {
      await sweepRows(run, { table: sql`swaps.promises`, due: sql`keep_until < now()`, by: sql`keep_until` })
    },
  }
}

/** The statements of swaps. */
export type SwapTables = ReturnType<typeof createSwapTables>
