import { sql } from 'drizzle-orm'
import type { Db } from '../platform/db/db.js'
import { type Difference, reportMismatch } from '../platform/db/reportMismatch.js'
import { rows } from '../platform/db/rows.js'
import { type KeptPurchase, purchaseColumns } from './createPurchaseTables.js'

/** What the books may be held against: the purchase as it is kept, what its provider says, what its chain says. */
export const bookSides = ['purchase', 'provider', 'chain'] as const
/** The sides that the books are compared with. */
export type BookSide = (typeof bookSides)[number]

/** An amount in the books: a currency such as USD, or a coin such as eip155:1/ETH. */
export type BookAmount = { asset: string; amount: string }

/** The booked steps of a purchase. */
export type Books = {
  paid?: BookAmount
  sent?: BookAmount
  arrived?: BookAmount
  isRefunded: boolean
}

/** A purchase beside what the books say of it. */
export type BookedPurchase = KeptPurchase & {
  books: Books
  /** Pending for so long that it is no longer polled. */
  isLate: boolean
}

/** The step that each line with a positive amount belongs to; a refund takes back what the others gave. */
type Line = BookAmount & { step: 'paid' | 'sent' | 'arrived' | 'refunded' }

const posted = sql`state in ('paid', 'sent', 'arrived', 'failed')`

/**
 * The statements of the books of purchases. Nothing here writes an entry: a trigger does, with each change of a purchase.
 *
 * @param db - The database.
 */
export function createBookTables({ query }: Db) {
  return {
    /**
     * Takes purchases of these providers that are due to be compared, the longest first. Where the process ends before it has said when to compare one
     * again, it is due again after a while.
     */
    take(providers: readonly string[], limit: number): Promise<Pick<KeptPurchase, 'id' | 'provider'>[]> {
      const next = sql`coalesce(check_at, changed_at)`
      return rows(
        query,
        sql`update onramp.purchases set check_at = now() + interval '10 minutes' where id = any(array(
            select id from onramp.purchases where ${posted} and ${next} <= now() and changed_at <= now() - interval '10 minutes'
              and provider in (select json_array_elements_text(${JSON.stringify(providers)}::json))
            order by ${next} limit ${limit}::int for update skip locked))
          returning id, provider`,
      )
    },
    /** Schedules when a purchase is compared next: each hour while it is under way, then each day for two weeks. */
    async putOff(id: string): Promise<void> {
      await rows(
        query,
        sql`update onramp.purchases set check_at = case
            when changed_at > now() - interval '14 days'
              then now() + case when state in ('paid', 'sent') then interval '1 hour' else interval '1 day' end
            when state in ('paid', 'sent') then now() + interval '1 day'
            else 'infinity' end
          where id = ${id}`,
      )
    },
    /** A purchase and its books, of one moment. */
    async read(id: string): Promise<BookedPurchase | undefined> {
      const [found] = await rows<KeptPurchase & { lines: string; isLate: boolean }>(
        query,
        sql`select ${purchaseColumns}, state in ('paid', 'sent') and changed_at < now() - interval '14 days' as "isLate",
            (select coalesce(json_agg(json_build_object('step', e.step, 'asset', l.asset, 'amount', trim_scale(l.amount)::text)), '[]')
              from ledger.entries e join ledger.lines l on l.entry = e.id
              where e.provider = p.provider and e.reference = p.reference and l.amount > 0)::text as lines
          from onramp.purchases p where id = ${id}`,
      )
      if (found === undefined) return undefined
      const { lines, ...purchase } = found
      return { ...purchase, books: toBooks(JSON.parse(lines)) }
    },
    /** Stores the finding of a comparison on one side, or clears it; returns the number of a new finding. */
    report: (
      purchase: Pick<KeptPurchase, 'provider' | 'reference'>,
      side: BookSide,
      difference: Difference | undefined,
    ): Promise<number | undefined> => reportMismatch(query, purchase, side, difference),
    /** The number of open differences, by side. */
    async count(): Promise<{ [side in BookSide]: number }> {
      const found = await rows<{ side: BookSide; count: number }>(
        query,
        sql`select side, count(*)::int as count from ledger.mismatches where ended_at is null and settled_at is null group by side`,
      )
      const of = (side: BookSide) => found.find((row) => row.side === side)?.count ?? 0
      return { purchase: of('purchase'), provider: of('provider'), chain: of('chain') }
    },
  }
}

/** The statements of the books. */
export type BookTables = ReturnType<typeof createBookTables>

function toBooks(lines: readonly Line[]): Books {
  const books: Books = { isRefunded: lines.some(({ step }) => step === 'refunded') }
  for (const { step, asset, amount } of lines) if (step !== 'refunded') books[step] = { asset, amount }
  return books
}
