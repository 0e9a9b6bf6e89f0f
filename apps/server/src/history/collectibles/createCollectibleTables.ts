import type { ChainId } from '@latchkey/protocol/caip'
import { sql } from 'drizzle-orm'
import { type Query, rows } from '../../platform/db/rows.js'
import type { Item } from './item.js'
import type { Move } from './toMoves.js'

/** One collectible. */
export type ItemKey = { contract: string; tokenId: string }
/** The amount of one collectible in an account. */
export type Holding = ItemKey & Pick<Move, 'standard' | 'amount' | 'isAsked' | 'crowd'>
/** The cached facts of a collectible, and their age in seconds. */
export type KeptItem = ItemKey & Item & { age: number }

/** How many moves one statement writes. */
const batch = 5_000

/** The statements of collectibles. */
export function createCollectibleTables(query: Query) {
  return {
    /** What an account holds, by contract and number, from the place of the last one on. */
    page(chain: ChainId, address: string, after: ItemKey | undefined, limit: number): Promise<Holding[]> {
      const later = after ? sql`and (contract, token_id) > (${after.contract}, ${after.tokenId}::numeric)` : sql``
      // Of the table's columns by name, since the output column `"tokenId"` is a text.
      return rows<Holding>(
        query,
        sql`select contract, token_id::text as "tokenId", standard, amount::text as amount, is_asked as "isAsked", crowd
          from history.holdings where chain = ${chain} and address = ${address} and amount > 0 ${later}
          order by holdings.contract, holdings.token_id limit ${limit}::int`,
      )
    },
    async items(chain: ChainId, keys: readonly ItemKey[]): Promise<KeptItem[]> {
      if (keys.length === 0) return []
      return rows<KeptItem>(
        query,
        sql`select i.contract, i.token_id::text as "tokenId", i.name, i.description, i.image, i.link, i.is_read as "isRead",
            extract(epoch from now() - i.read_at)::float8 as age
          from json_to_recordset(${JSON.stringify(keys)}::json) as g (contract text, "tokenId" numeric)
            join history.items i on i.chain = ${chain} and i.contract = g.contract and i.token_id = g."tokenId"`,
      )
    },
    /** Keeps what was read; where nothing could be read now, what was read before stays. */
    async keepItem(chain: ChainId, { contract, tokenId }: ItemKey, item: Item): Promise<void> {
      await rows(
        query,
        sql`insert into history.items (chain, contract, token_id, name, description, image, link, is_read, read_at)
          values (${chain}, ${contract}, ${tokenId}::numeric, ${item.name}, ${item.description}, ${item.image}, ${item.link},
            ${item.isRead}, now())
          on conflict (chain, contract, token_id) do update set
            name = case when excluded.is_read then excluded.name else items.name end,
            description = case when excluded.is_read then excluded.description else items.description end,
            image = case when excluded.is_read then excluded.image else items.image end,
            link = case when excluded.is_read then excluded.link else items.link end,
            is_read = excluded.is_read, read_at = excluded.read_at`,
      )
    },
  }
}

/** The statements of collectibles. */
export type CollectibleTables = ReturnType<typeof createCollectibleTables>

/**
 * Keeps the moves of the blocks that were read, in the place of what was kept of these blocks and of later ones. Triggers keep
 * `history.holdings` in step: migrations/0071_holdings.sql.
 */
export async function keepMoves(
  transaction: Query,
  chain: ChainId,
  from: number,
  moves: readonly Move[],
): Promise<void> {
  await rows(transaction, sql`delete from history.collectibles where chain = ${chain} and block >= ${from}`)
  for (let at = 0; at < moves.length; at += batch)
    await rows(
      transaction,
      sql`insert into history.collectibles (chain, address, contract, token_id, block, standard, amount, is_asked, crowd)
        select ${chain}, g.address, g.contract, g."tokenId", g.block, g.standard, g.amount, g."isAsked", g.crowd
        from json_to_recordset(${JSON.stringify(moves.slice(at, at + batch))}::json) as g (address text, contract text,
          "tokenId" numeric, block bigint, standard text, amount numeric, "isAsked" boolean, crowd int)`,
    )
}
