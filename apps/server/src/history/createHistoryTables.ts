import type { ChainId } from '@latchkey/protocol/caip'
import { sql } from 'drizzle-orm'
import type { Db } from '../platform/db/db.js'
import { rows } from '../platform/db/rows.js'
import { withoutLimit } from '../platform/db/withoutLimit.js'
import { keepMoves } from './collectibles/createCollectibleTables.js'
import type { Move } from './collectibles/toMoves.js'
import type { Entry, Movement } from './entry.js'
import type { BlockHead } from './readBlocks.js'

/** How far a chain was read. */
export type Progress = { genesis: string; next: number; recent: BlockHead[] }
/** The cursor: the page begins before this transaction. */
export type Place = { block: number; position: number }
/** The metadata of a contract. */
export type TokenFacts = { address: string; name: string; symbol: string; decimals: number }

/** How many rows one statement deletes. */
const batch = 500

/** The statements of the history. */
export function createHistoryTables({ query }: Db) {
  return {
    async progress(chain: ChainId): Promise<Progress | undefined> {
      const [row] = await rows<{ genesis: string; next: number; recent: string }>(
        query,
        sql`select genesis, next_block::float8 as next, recent from history.progress where chain = ${chain}`,
      )
      return row && { ...row, recent: JSON.parse(row.recent) as BlockHead[] }
    },
    /**
     * Moves on and keeps what was read; what was kept of these blocks and of later ones is replaced.
     *
     * @param before - What the reading began with: when another process has moved on since, nothing is kept.
     */
    async keep(
      chain: ChainId,
      before: Progress | undefined,
      after: Progress,
      from: number,
      { entries, moves }: { entries: readonly Entry[]; moves: readonly Move[] },
    ) {
      await query.transaction(async (transaction) => {
        const recent = JSON.stringify(after.recent)
        const moved = before
          ? await rows(
              transaction,
              sql`update history.progress set genesis = ${after.genesis}, next_block = ${after.next}, recent = ${recent}
                where chain = ${chain} and genesis = ${before.genesis} and next_block = ${before.next}
                  and recent = ${JSON.stringify(before.recent)} returning 1`,
            )
          : await rows(
              transaction,
              sql`insert into history.progress (chain, genesis, next_block, recent)
                values (${chain}, ${after.genesis}, ${after.next}, ${recent}) on conflict do nothing returning 1`,
            )
        if (moved.length === 0) return
        // What is read anew is deleted before it is read, however much of it there is.
        if (before && from < before.next) await transaction.execute(sql.raw(withoutLimit))
        await rows(transaction, sql`delete from history.entries where chain = ${chain} and block >= ${from}`)
        await keepMoves(transaction, chain, from, moves)
        if (entries.length === 0) return
        const given = entries.map(({ movements, ...entry }) => ({ ...entry, transfers: JSON.stringify(movements) }))
        await rows(
          transaction,
          sql`insert into history.entries (chain, address, block, position, hash, mined_at, sender, receiver, nonce, is_ok,
              operation, transfers)
            select ${chain}, g.address, g.block, g.position, g.hash, to_timestamp(g."minedAt"), g.sender, g.receiver, g.nonce,
              g."isOk", g.operation, g.transfers
            from json_to_recordset(${JSON.stringify(given)}::json) as g (address text, block bigint, position int, hash text,
              "minedAt" float8, sender text, receiver text, nonce bigint, "isOk" boolean, operation text, transfers text)`,
        )
      })
    },
    /** Newest first. */
    async page(chain: ChainId, address: string, before: Place | undefined, limit: number): Promise<Entry[]> {
      const older = before ? sql`and (block, position) < (${before.block}::bigint, ${before.position}::int)` : sql``
      // A bare name in `order by` is the output column, a float here, which no index has: every row of the account would be sorted.
      const found = await rows<Omit<Entry, 'movements'> & { transfers: string }>(
        query,
        sql`select address, block::float8 as block, position, hash, extract(epoch from mined_at)::float8 as "minedAt", sender,
            receiver, nonce::float8 as nonce, is_ok as "isOk", operation, transfers
          from history.entries where chain = ${chain} and address = ${address} ${older}
          order by entries.block desc, entries.position desc limit ${limit}`,
      )
      return found.map(({ transfers, ...entry }) => ({ ...entry, movements: JSON.parse(transfers) as Movement[] }))
    },
    /** Deletes what was mined so many days ago, oldest first and some at a time. */
    async sweep(chain: ChainId, days: number): Promise<void> {
      // Blocks are as old as they are low, so what is due is found at the low end of an index and nothing more is read.
      const statement = sql`with oldest as materialized (
          select ctid as place, mined_at from history.entries where chain = ${chain} order by block limit ${batch}::int)
        delete from history.entries where chain = ${chain} and ctid = any(array(
          select place from oldest where mined_at < now() - make_interval(days => ${days}::int))) returning 1 as one`
      while ((await rows(query, statement)).length === batch);
    },
    tokens(chain: ChainId, addresses: readonly string[]): Promise<TokenFacts[]> {
      return rows<TokenFacts>(
        query,
        sql`select address, name, symbol, decimals from history.tokens where chain = ${chain}
          and address in (select json_array_elements_text(${JSON.stringify(addresses)}::json))`,
      )
    },
    async keepTokens(chain: ChainId, facts: readonly TokenFacts[]): Promise<void> {
      await rows(
        query,
        sql`insert into history.tokens (chain, address, name, symbol, decimals)
          select ${chain}, g.address, g.name, g.symbol, g.decimals from json_to_recordset(${JSON.stringify(facts)}::json)
            as g (address text, name text, symbol text, decimals int)
          on conflict do nothing`,
      )
    },
  }
}

/** The tables of the history. */
export type HistoryTables = ReturnType<typeof createHistoryTables>
