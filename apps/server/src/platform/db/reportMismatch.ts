import { sql } from 'drizzle-orm'
import { type Query, rows } from './rows.js'

/** How the books and one side differ, in words for an operator. */
export type Difference = { books: string; other: string }

/**
 * Keeps what a comparison of the books found on one side, or that there is nothing any more. A row that an operator has settled stays
 * so while it says the same.
 *
 * @param query - The database.
 * @param entry - Whose entries they are, and what the books know them by.
 * @param side - What they were compared with.
 * @param difference - What was found; nothing where both agree.
 * @returns The number of the row if it is new or has changed.
 */
export async function reportMismatch(
  query: Query,
  { provider, reference }: { provider: string; reference: string },
  side: string,
  difference: Difference | undefined,
): Promise<number | undefined> {
  const at = sql`m.provider = ${provider} and m.reference = ${reference} and m.side = ${side}`
  if (difference === undefined) {
    await rows(query, sql`update ledger.mismatches m set ended_at = now() where ${at} and ended_at is null`)
    return undefined
  }
  const { books, other } = difference
  const isSame = sql`(m.books = ${books} and m.other = ${other} and m.ended_at is null)`
  const known = await rows(
    query,
    sql`update ledger.mismatches m set last_seen = now() where ${at} and ${isSame} returning 1`,
  )
  if (known.length > 0) return undefined
  const [row] = await rows<{ id: number }>(
    query,
    sql`insert into ledger.mismatches as m (provider, reference, side, books, other, first_seen, last_seen)
      values (${provider}, ${reference}, ${side}, ${books}, ${other}, now(), now())
      on conflict (provider, reference, side) do update set books = excluded.books, other = excluded.other,
        first_seen = now(), last_seen = now(), ended_at = null, settled_at = null, note = null
      returning id::float8 as id`,
  )
  return row?.id
}
