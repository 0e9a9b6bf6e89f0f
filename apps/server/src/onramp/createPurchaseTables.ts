import type { ChainId } from '@latchkey/protocol/caip'
import { type PurchaseState, purchaseStates } from '@latchkey/protocol/onrampApi'
import { sql } from 'drizzle-orm'
import type { Db } from '../platform/db/db.js'
import { rows } from '../platform/db/rows.js'
import { sweepRows } from '../platform/db/sweepRows.js'

/** How many purchases may wait to be opened: anybody can begin one, and the database must not fill up. */
const mostWaiting = 10_000
/** The maximum number of purchases in a list. */
const mostListed = 100

/** A purchase as it is kept. */
export type KeptPurchase = {
  id: string
  reference: string
  provider: string
  projectId: string
  chain: ChainId
  address: string
  currency: string | null
  payment: string | null
  method: string | null
  symbol: string | null
  amount: string | null
  hash: string | null
  state: PurchaseState
  /** Seconds since 1970. */
  createdAt: number
}

/** The columns of a purchase. */
export const purchaseColumns = sql`id, reference, provider, project_id as "projectId", chain, address, currency, payment, method, symbol, amount,
  hash, state, extract(epoch from created_at)::float8 as "createdAt"`
const order = sql.raw(`array[${purchaseStates.map((state) => `'${state}'`).join(', ')}]`)
const running = sql`state in ('opened', 'paid', 'sent')`

/**
 * The statements of the purchases.
 *
 * @param db - The database.
 * @param options - For how many days one is kept that is over, and how many may wait.
 */
export function createPurchaseTables({ query }: Db, { days, most = mostWaiting }: { days: number; most?: number }) {
  return {
    /** Keeps a purchase that begins; false when too many wait. */
    async add(purchase: Omit<KeptPurchase, 'state' | 'createdAt' | 'amount' | 'hash'>): Promise<boolean> {
      const { id, reference, provider, projectId, chain, address, currency, payment, method, symbol } = purchase
      const added = await rows(
        query,
        sql`insert into onramp.purchases (id, reference, provider, project_id, chain, address, currency, payment, method, symbol,
            state, created_at, changed_at)
          select ${id}, ${reference}, ${provider}, ${projectId}, ${chain}, ${address}, ${currency}::text, ${payment}::text,
            ${method}::text, ${symbol}::text, 'created', now(), now()
          where (select count(*) from (select 1 from onramp.purchases where state = 'created' limit ${most}::int) w) < ${most}::int
          returning 1`,
      )
      return added.length === 1
    },
    async find(id: string): Promise<KeptPurchase | undefined> {
      return (await rows<KeptPurchase>(query, sql`select ${purchaseColumns} from onramp.purchases where id = ${id}`))[0]
    },
    async findByReference(provider: string, reference: string): Promise<KeptPurchase | undefined> {
      const where = sql`reference = ${reference} and provider = ${provider}`
      return (await rows<KeptPurchase>(query, sql`select ${purchaseColumns} from onramp.purchases where ${where}`))[0]
    },
    /** Takes the turn to ask a provider for a purchase, which comes once in so many seconds. */
    async takeTurn(id: string, seconds: number): Promise<boolean> {
      const taken = await rows(
        query,
        sql`update onramp.purchases set asked_at = now() where id = ${id} and ${running}
          and (asked_at is null or asked_at < now() - ${seconds}::float8 * interval '1 second') returning 1`,
      )
      return taken.length === 1
    },
    /** Purchases due for polling, the longest due first; an unpaid checkout is polled for a day. */
    due(seconds: number, limit: number): Promise<KeptPurchase[]> {
      return rows<KeptPurchase>(
        query,
        sql`select ${purchaseColumns} from onramp.purchases where ${running}
            and (asked_at is null or asked_at < now() - ${seconds}::float8 * interval '1 second')
            and changed_at > now() - case state when 'opened' then interval '1 day' else interval '14 days' end
          order by asked_at nulls first limit ${limit}::int`,
      )
    },
    /**
     * Moves a purchase on, and never back: words of a provider may come in any order. Gives it as it is then. The books are written in
     * the same transaction, by a trigger (`ledger.follow_purchase`).
     */
    async move(
      id: string,
      word: {
        state: PurchaseState
        payment?: { amount: string; currency: string } | undefined
        symbol?: string | undefined
        amount?: string | undefined
        hash?: string | undefined
      },
    ): Promise<KeptPurchase | undefined> {
      // What was ordered gives way to what was paid, once it was.
      const { amount: payment = null, currency = null } = (word.state !== 'opened' && word.payment) || {}
      const [moved] = await rows<KeptPurchase>(
        query,
        sql`update onramp.purchases set state = ${word.state}, payment = coalesce(${payment}::text, payment),
            currency = coalesce(${currency}::text, currency), symbol = coalesce(${word.symbol ?? null}::text, symbol),
            amount = coalesce(${word.amount ?? null}::text, amount), hash = coalesce(${word.hash ?? null}::text, hash),
            changed_at = case when state = ${word.state} then changed_at else now() end
          where id = ${id} and state not in ('arrived', 'failed')
            and array_position(${order}, ${word.state}::text) >= array_position(${order}, state)
          returning ${purchaseColumns}`,
      )
      return moved
    },
    /** The paid purchases of an account, newest first. */
    list(chains: readonly ChainId[], address: string): Promise<KeptPurchase[]> {
      return rows<KeptPurchase>(
        query,
        sql`select ${purchaseColumns} from onramp.purchases where address = ${address}
            and chain in (select json_array_elements_text(${JSON.stringify(chains)}::json))
            and (state in ('paid', 'sent', 'arrived') or (state = 'failed' and amount is not null))
          order by created_at desc limit ${mostListed}::int`,
      )
    },
    /** Remembers a message of a provider; false when it was taken before. */
    async takeWebhook(provider: string, id: string): Promise<boolean> {
      const taken = await rows(
        query,
        sql`insert into onramp.webhooks (provider, id, taken_at) values (${provider}, ${id}, now())
          on conflict do nothing returning 1`,
      )
      return taken.length === 1
    },
    async forgetWebhook(provider: string, id: string): Promise<void> {
      await rows(query, sql`delete from onramp.webhooks where provider = ${provider} and id = ${id}`)
    },
    /** Deletes what was never opened after an hour, what is over or was given up after its days, and old names of messages. */
    async sweep(): Promise<void> {
      const run = (statement: ReturnType<typeof sql>) => rows(query, statement)
      const purchases = { table: sql`onramp.purchases`, by: sql`changed_at` }
      const unpaid = sql`state in ('created', 'opened')`
      await sweepRows(run, { ...purchases, due: sql`changed_at < now() - interval '1 hour' and state = 'created'` })
      await sweepRows(run, { ...purchases, due: sql`changed_at < now() - interval '2 days' and ${unpaid}` })
      await sweepRows(run, { ...purchases, due: sql`changed_at < now() - make_interval(days => ${days}::int)` })
      const names = { table: sql`onramp.webhooks`, by: sql`taken_at` }
      await sweepRows(run, { ...names, due: sql`taken_at < now() - interval '7 days'` })
    },
  }
}

/** The statements of the purchases. */
export type PurchaseTables = ReturnType<typeof createPurchaseTables>
