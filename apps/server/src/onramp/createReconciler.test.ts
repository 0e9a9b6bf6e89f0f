import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findPostgres } from '../../test/findService.js'
import { readChains } from '../platform/chains/readChains.js'
import type { Db } from '../platform/db/db.js'
import { openPglite } from '../platform/db/openPglite.js'
import { openPostgres } from '../platform/db/openPostgres.js'
import { rows } from '../platform/db/rows.js'
import { createMetrics } from '../platform/metrics/metrics.js'
import type { Arrival } from './createArrivalCheck.js'
import { createBookTables } from './createBookTables.js'
import { createPurchaseTables, type PurchaseTables } from './createPurchaseTables.js'
import { createReconciler } from './createReconciler.js'
import { OnrampFault } from './onrampFault.js'
import type { OnrampProvider, ProviderWord } from './onrampProvider.js'

const postgres = await findPostgres()
afterAll(() => postgres?.stop())
const fillings: [string, () => Promise<Db>][] = [
  ['PGlite', () => openPglite()],
  ...(postgres ? [['PostgreSQL', () => openPostgres(postgres.url)] as [string, () => Promise<Db>]] : []),
]
const chains = readChains([
  {
    ...{ caip2: 'eip155:1', name: 'Ethereum', rpc: ['http://127.0.0.1:9'] },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  },
])
const address = `0x${'a'.repeat(40)}`
const hash = `0x${'ab'.repeat(32)}`
const paid = { amount: '10', currency: 'USD' }
const honest: ProviderWord = { state: 'sent', payment: paid, symbol: 'ETH', amount: '0.5', hash, address }

/** What the provider says, or why it cannot be asked; none: it knows no such purchase. */
let word: ProviderWord | OnrampFault | 'silent' | undefined
let arrival: Arrival | Error
let asked = 0
const provider: OnrampProvider = {
  ...{ id: 'meld', name: 'Meld', site: 'https://meld.example' },
  currencies: async () => [],
  quote: async () => Promise.reject(new OnrampFault('API_REFUSED', 'Meld', 'quotes nothing')),
  open: async () => Promise.reject(new OnrampFault('API_REFUSED', 'Meld', 'opens nothing')),
  read: async () => {
    asked += 1
    if (word === 'silent') return new Promise(() => undefined)
    if (word instanceof OnrampFault) throw word
    return word
  },
  readWebhook: () => undefined,
}

describe.each(fillings)('the comparison of the books in %s', (_, open) => {
  let db: Db
  let tables: PurchaseTables
  let errors: object[]
  beforeAll(async () => {
    db = await open()
    tables = createPurchaseTables(db, { days: 30 })
  }, 120_000)
  afterAll(() => db?.close())
  beforeEach(async () => {
    word = honest
    arrival = 'arrived'
    errors = []
    await rows(db.query, sql`delete from onramp.purchases`)
    await rows(db.query, sql`delete from ledger.mismatches`)
  })

  const metrics = createMetrics()
  const start = () =>
    createReconciler({
      ...{ providers: [provider], chains, books: createBookTables(db), metrics },
      checkArrival: async () => {
        if (arrival instanceof Error) throw arrival
        return arrival
      },
      log: {
        error: (fields: object, line: string) => errors.push({ ...fields, line }),
        warn: () => undefined,
      } as never,
    })
  /** Compares as if an hour and a day had gone by. */
  async function compare(): Promise<void> {
    await rows(
      db.query,
      sql`update onramp.purchases set check_at = case when check_at = 'infinity' then check_at else now() end,
        changed_at = least(changed_at, now() - interval '1 hour')`,
    )
    const reconciler = start()
    await reconciler.run()
    reconciler.close()
  }
  async function arrived(state: 'paid' | 'sent' | 'arrived' | 'failed' = 'arrived'): Promise<string> {
    const id = randomBytes(12).toString('hex')
    await tables.add({
      ...{ id, reference: `r-${id}`, provider: 'meld', projectId: 'p', chain: 'eip155:1', address },
      ...{ currency: 'USD', payment: '10.00', method: null, symbol: 'ETH' },
    })
    const path = ['paid', 'sent', 'arrived'] as const
    const steps = state === 'failed' ? (['paid', 'failed'] as const) : path.slice(0, path.indexOf(state) + 1)
    for (const step of steps)
      await tables.move(id, { state: step, ...(step === 'paid' || step === 'failed' ? {} : { amount: '0.5', hash }) })
    return id
  }
  const found = () =>
    rows<{ side: string; books: string; other: string }>(
      db.query,
      sql`select side, books, other from ledger.mismatches where ended_at is null and settled_at is null order by side`,
    )
  const figures = async () =>
    ((await metrics.registry.getSingleMetric('latchkey_ledger_mismatches')?.get())?.values ?? []).map(
      ({ labels, value }) => `${labels.side} ${value}`,
    )

  it('finds nothing where all agree, in each state, and where the provider is ahead', async () => {
    await arrived()
    await compare()
    for (const state of ['paid', 'sent'] as const) {
      await arrived(state)
      arrival = 'waiting'
      await rows(db.query, sql`delete from onramp.purchases where state = 'arrived'`)
      await compare()
    }
    word = { state: 'failed' }
    await compare()
    expect([await found(), errors, await figures()]).toEqual([[], [], ['purchase 0', 'provider 0', 'chain 0']])
  })

  const lies: [string, 'paid' | 'sent' | 'arrived' | 'failed', ProviderWord | undefined, string, string][] = [
    ['gave it back after it arrived', 'arrived', { state: 'failed' }, 'arrived', 'failed'],
    ['took another sum', 'arrived', { ...honest, payment: { ...paid, amount: '11' } }, '10 USD', '11 USD'],
    ['took another currency', 'sent', { ...honest, payment: { ...paid, currency: 'EUR' } }, '10 USD', '10 EUR'],
    [
      'sent less',
      'arrived',
      { ...honest, amount: '0.499999999999999999' },
      '0.5 eip155:1/ETH',
      '0.499999999999999999 eip155:1/ETH',
    ],
    ['paid another account', 'sent', { ...honest, address: `0x${'b'.repeat(40)}` }, 'its account', 'another account'],
    ['names another transaction', 'arrived', { ...honest, hash: '0x1' }, 'its transaction', 'another transaction'],
    ['was never paid', 'paid', { state: 'opened' }, 'paid', 'opened'],
    ['does not know it', 'sent', undefined, 'sent', 'no such purchase'],
    ['sends what it gave back', 'failed', { state: 'paid' }, 'failed', 'paid'],
  ]
  it.each(lies)('tells of a provider that now says it %s, once', async (_lie, state, said, books, other) => {
    await arrived(state)
    word = said
    await compare()
    await compare()
    expect(await found()).toEqual([{ side: 'provider', books, other }])
    expect(errors).toEqual([
      {
        ...{ provider: 'meld', side: 'provider', mismatch: expect.any(Number) },
        line: 'The books of purchases do not agree',
      },
    ])
    expect(await figures()).toContain('provider 1')
  })

  it.each([
    ['arrived', 'elsewhere', 'arrived 0.5 eip155:1/ETH', 'does not bring this to its account'],
    ['sent', 'elsewhere', 'sent 0.5 eip155:1/ETH', 'does not bring this to its account'],
    ['arrived', 'waiting', 'arrived 0.5 eip155:1/ETH', 'no such transaction'],
  ] as const)('tells of a chain by which what was %s is %s', async (state, seen, books, other) => {
    await arrived(state)
    arrival = seen
    await compare()
    expect(await found()).toEqual([{ side: 'chain', books, other }])
  })

  it('tells of coins that came although the money was given back', async () => {
    const id = await arrived('sent')
    await tables.move(id, { state: 'failed' })
    word = { state: 'failed' }
    await compare()
    expect(await found()).toEqual([{ side: 'chain', books: 'refunded', other: 'arrived' }])
  })

  it('tells of a row that was changed under the books, and of a payment that nobody has said the amount of', async () => {
    const [changed, unknown] = [await arrived('paid'), await arrived('paid')]
    word = { state: 'paid' }
    await rows(db.query, sql`update onramp.purchases set payment = '1000000' where id = ${changed}`)
    await rows(db.query, sql`delete from onramp.purchases where id = ${unknown}`)
    await tables.add({
      ...{ id: unknown, reference: `u-${unknown}`, provider: 'meld', projectId: 'p', chain: 'eip155:1', address },
      ...{ currency: null, payment: null, method: null, symbol: null },
    })
    await tables.move(unknown, { state: 'paid' })
    await compare()
    expect(await found()).toEqual(
      expect.arrayContaining([
        { side: 'purchase', books: 'paid 10 USD', other: 'paid 1000000 USD' },
        { side: 'purchase', books: 'paid nothing', other: 'paid, nobody said how much' },
      ]),
    )
  })

  it('tells of money that is under way for two weeks', async () => {
    const id = await arrived('paid')
    word = { state: 'paid' }
    await rows(db.query, sql`update onramp.purchases set changed_at = now() - interval '15 days' where id = ${id}`)
    await compare()
    expect(await found()).toEqual([{ side: 'purchase', books: 'paid', other: 'nothing since for 14 days' }])
  })

  it('takes a provider or a chain that is away for no difference, and for no agreement either', async () => {
    await arrived()
    word = { ...honest, amount: '1' }
    arrival = 'elsewhere'
    await compare()
    expect(await found()).toHaveLength(2)
    word = new OnrampFault('API_UNREACHABLE', 'Meld', 'does not answer')
    arrival = new Error('no node')
    await compare()
    expect([(await found()).length, errors.length]).toEqual([2, 2])
    word = honest
    arrival = 'arrived'
    await compare()
    expect([await found(), await figures()]).toEqual([[], ['purchase 0', 'provider 0', 'chain 0']])
    arrival = 'elsewhere'
    await compare()
    expect([(await found()).length, errors.length]).toEqual([1, 3])
  })

  it('goes on after its process was killed in the middle, with each purchase compared and told once', async () => {
    for (let at = 0; at < 12; at++) await arrived()
    word = 'silent'
    await rows(db.query, sql`update onramp.purchases set changed_at = now() - interval '1 hour'`)
    const gone = start()
    const before = asked
    // It never comes back from its first question.
    void gone.run()
    await expect.poll(() => asked - before).toBe(1)
    gone.close()
    word = { state: 'failed' }
    const next = start()
    await next.run()
    // The two that the other had not taken; its own come when it has not been heard of for a while.
    expect(await found()).toHaveLength(2)
    await next.run()
    expect(await found()).toHaveLength(2)
    await rows(
      db.query,
      sql`update onramp.purchases set check_at = now() where check_at < now() + interval '11 minutes'`,
    )
    await next.run()
    next.close()
    expect([(await found()).length, errors.length]).toEqual([12, 12])
  })

  it('looks at most at ten at a time, and no more at one that ended two weeks ago', async () => {
    for (let at = 0; at < 11; at++) await arrived()
    await rows(db.query, sql`update onramp.purchases set changed_at = now() - interval '15 days'`)
    const left = async () =>
      (await rows(db.query, sql`select 1 from onramp.purchases where check_at is distinct from 'infinity'`)).length
    const reconciler = start()
    await reconciler.run()
    expect(await left()).toBe(1)
    await reconciler.run()
    reconciler.close()
    expect(await left()).toBe(0)
  })

  it('waits ten minutes with what has just changed', async () => {
    await arrived()
    word = { state: 'failed' }
    const reconciler = start()
    await reconciler.run()
    expect(await found()).toEqual([])
    await rows(db.query, sql`update onramp.purchases set changed_at = now() - interval '11 minutes'`)
    await reconciler.run()
    reconciler.close()
    expect(await found()).toHaveLength(1)
  })
})
