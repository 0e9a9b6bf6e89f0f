import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPostgres } from '../../test/findService.js'
import type { Db } from '../platform/db/db.js'
import { openPglite } from '../platform/db/openPglite.js'
import { openPostgres } from '../platform/db/openPostgres.js'
import { rows } from '../platform/db/rows.js'
import { runCommand } from '../runCommand.js'
import { createPurchaseTables } from './createPurchaseTables.js'

const postgres = await findPostgres()
if (postgres === undefined)
  console.warn('Skipped: the books over PostgreSQL (no TEST_DATABASE_URL and no initdb found)')
afterAll(() => postgres?.stop())

const fillings: [string, () => Promise<Db>][] = [
  ['PGlite', () => openPglite()],
  ['PostgreSQL', () => openPostgres(postgres?.url ?? '')],
]
const eth = 'eip155:1/ETH'

describe.each(fillings)('the books of purchases in %s', (name, open) => {
  const isMissing = name === 'PostgreSQL' && postgres === undefined
  let db: Db
  let tables: ReturnType<typeof createPurchaseTables>
  beforeAll(async () => {
    if (isMissing) return
    db = await open()
    tables = createPurchaseTables(db, { days: 30 })
  }, 120_000)
  afterAll(() => db?.close())

  async function begin(more: { payment?: string | null } = {}): Promise<string> {
    const id = randomBytes(12).toString('hex')
    await tables.add({
      ...{ id, reference: `r-${id}`, provider: 'meld', projectId: 'p', chain: 'eip155:1', address: '0xa' },
      ...{ currency: 'USD', payment: '10.50', method: null, symbol: 'ETH', ...more },
    })
    return id
  }
  /** What the books have of a purchase, as `step account amount asset`. */
  async function linesOf(id: string): Promise<string[]> {
    const found = await rows<{ line: string }>(
      db.query,
      sql`select e.step || ' ' || l.account || ' ' || trim_scale(l.amount) || ' ' || l.asset as line
        from ledger.entries e join ledger.lines l on l.entry = e.id where e.reference = ${`r-${id}`}
        order by e.id, l.amount, l.account`,
    )
    return found.map(({ line }) => line)
  }
  /** The sums of one purchase, by account and asset; those that are zero are left out. */
  async function sumsOf(id: string): Promise<{ [place: string]: string }> {
    const found = await rows<{ place: string; sum: string }>(
      db.query,
      sql`select l.account || ' ' || l.asset as place, trim_scale(sum(l.amount))::text as sum
        from ledger.entries e join ledger.lines l on l.entry = e.id where e.reference = ${`r-${id}`}
        group by 1 having sum(l.amount) <> 0`,
    )
    return Object.fromEntries(found.map(({ place, sum }) => [place, sum]))
  }
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: { code?: string; cause?: { code?: string } }) => error.cause?.code ?? error.code,
    )

  it.skipIf(isMissing)('have each step once, whatever comes twice or late', async () => {
    const id = await begin()
    for (const state of [
      'opened',
      'paid',
      'paid',
      'opened',
      'sent',
      'paid',
      'sent',
      'arrived',
      'sent',
      'failed',
    ] as const)
      await tables.move(id, { state, amount: '0.0394' })
    expect(await linesOf(id)).toEqual([
      'paid buyer -10.5 USD',
      'paid provider 10.5 USD',
      `sent provider -0.0394 ${eth}`,
      `sent transit 0.0394 ${eth}`,
      `arrived transit -0.0394 ${eth}`,
      `arrived buyer 0.0394 ${eth}`,
    ])
  })

  it.skipIf(isMissing)('have one entry of many words at once', async () => {
    const id = await begin()
    await Promise.all(Array.from({ length: 20 }, () => tables.move(id, { state: 'sent', amount: '1' })))
    expect(await linesOf(id)).toHaveLength(4)
  })

  it.skipIf(isMissing)(
    'take back what was paid and sent where it is given back, and nothing where nobody paid',
    async () => {
      const [paid, never] = [await begin(), await begin()]
      await tables.move(paid, { state: 'sent', amount: '0.5', payment: { amount: '12', currency: 'EUR' } })
      expect(await sumsOf(paid)).toEqual({
        ...{ 'buyer EUR': '-12', 'provider EUR': '12', [`provider ${eth}`]: '-0.5', [`transit ${eth}`]: '0.5' },
      })
      await tables.move(paid, { state: 'failed' })
      await tables.move(never, { state: 'failed' })
      expect([await sumsOf(paid), await linesOf(never)]).toEqual([{}, []])
    },
  )

  it.skipIf(isMissing)('wait for an amount that nobody has said, and take each exactly', async () => {
    const id = await begin({ payment: null })
    await tables.move(id, { state: 'sent' })
    expect(await linesOf(id)).toEqual([])
    const amount = '123456789012345678901234567890.123456789012345678'
    await tables.move(id, { state: 'sent', amount, payment: { amount: '0.1', currency: 'USD' } })
    await tables.move(id, { state: 'arrived', amount: '7' })
    expect(await sumsOf(id)).toEqual({
      ...{ 'buyer USD': '-0.1', 'provider USD': '0.1', [`provider ${eth}`]: `-${amount}`, [`buyer ${eth}`]: amount },
    })
  })

  it.skipIf(isMissing)('are written with the purchase or not at all', async () => {
    const id = await begin()
    await expect(
      db.query.transaction(async (query) => {
        await rows(query, sql`update onramp.purchases set state = 'paid' where id = ${id}`)
        throw new Error('ends here')
      }),
    ).rejects.toThrow('ends here')
    expect([await linesOf(id), (await tables.find(id))?.state]).toEqual([[], 'created'])
  })

  it.skipIf(isMissing)('refuse an entry that does not sum to zero, and every change', async () => {
    const id = await begin()
    await tables.move(id, { state: 'paid' })
    const post = (...lines: [account: string, asset: string, amount: string][]) =>
      codeOf(
        db.query.transaction(async (query) => {
          const [entry] = await rows<{ id: string }>(
            query,
            sql`insert into ledger.entries (provider, reference, step) values ('x', ${randomBytes(8).toString('hex')}, 'paid')
              returning id::text`,
          )
          for (const [account, asset, amount] of lines)
            await rows(
              query,
              sql`insert into ledger.lines values (${entry?.id}::bigint, ${account}, ${asset}, ${amount}::numeric)`,
            )
        }),
      )
    expect(await post(['buyer', 'USD', '-1'], ['provider', 'USD', '1'])).toBe('done')
    expect(await post(['buyer', 'USD', '-1'])).toBe('23514')
    expect(await post(['buyer', 'USD', '-1'], ['provider', 'EUR', '1'])).toBe('23514')
    expect(await post(['buyer', 'USD', '-1'], ['provider', 'USD', '0.999999999999999999'])).toBe('23514')
    expect(await post(['buyer', 'USD', 'NaN'])).toBe('23514')
    for (const change of [
      sql`update ledger.lines set amount = - amount`,
      sql`delete from ledger.lines`,
      sql`update ledger.entries set step = 'arrived'`,
      sql`truncate ledger.entries cascade`,
    ])
      expect(await codeOf(rows(db.query, change))).toBe('23001')
  })

  it.skipIf(isMissing)(
    'balance and follow the purchase, whatever words come in whatever order',
    async () => {
      const amount = fc.constantFrom(undefined, '0', '0.1', '3', '0.000000000000000001')
      const word = fc.record({
        state: fc.constantFrom('opened', 'paid', 'sent', 'arrived', 'failed'),
        amount,
        payment: fc.option(
          fc.record({ amount: fc.constantFrom('1', '2.25'), currency: fc.constantFrom('USD', 'EUR') }),
          {
            nil: undefined,
          },
        ),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 8 }), fc.boolean(), async (words, isPriced) => {
          const id = await begin(isPriced ? {} : { payment: null })
          for (const each of words) await tables.move(id, each)
          const purchase = await tables.find(id)
          const broken = await rows(
            db.query,
            sql`select 1 from ledger.entries e left join ledger.lines l on l.entry = e.id where e.reference = ${`r-${id}`}
            group by e.id, l.asset having sum(l.amount) is distinct from 0`,
          )
          expect(broken).toEqual([])
          const sums = await sumsOf(id)
          if (['created', 'opened', 'failed'].includes(purchase?.state ?? '')) expect(sums).toEqual({})
          const inTransit = Object.keys(sums).filter((place) => place.startsWith('transit'))
          if (purchase?.state !== 'sent') expect(inTransit).toEqual([])
          if (purchase?.state === 'paid' && purchase.payment !== null) expect(Object.keys(sums)).toHaveLength(2)
        }),
        { numRuns: 60 },
      )
    },
    120_000,
  )
})

describe.skipIf(postgres === undefined)('the books of purchases over PostgreSQL', () => {
  let db: Db
  let owner: pg.Client
  beforeAll(async () => {
    db = await openPostgres(postgres?.url ?? '')
    owner = new pg.Client({ connectionString: postgres?.url ?? '' })
    await owner.connect()
    await owner.query(await runCommand(['grants']))
  }, 120_000)
  afterAll(async () => {
    await owner?.end()
    await db?.close()
  })
  async function begin(id: string): Promise<void> {
    await createPurchaseTables(db, { days: 30 }).add({
      ...{ id, reference: `r-${id}`, provider: 'meld', projectId: 'p', chain: 'eip155:1', address: '0xa' },
      ...{ currency: 'USD', payment: '10', method: null, symbol: 'ETH' },
    })
  }
  const count = async (id: string) =>
    (await owner.query(`select 1 from ledger.entries where reference = 'r-${id}'`)).rowCount

  it('have nothing of a change whose process was killed before its end, and all of it after the next word', async () => {
    await begin('killed')
    const killed = new pg.Client({ connectionString: postgres?.url ?? '' })
    killed.on('error', () => undefined)
    await killed.connect()
    await killed.query('begin')
    await killed.query(`update onramp.purchases set state = 'sent', amount = '1' where id = 'killed'`)
    const { rows: inside } = await killed.query(`select step from ledger.entries where reference = 'r-killed'`)
    expect(inside).toEqual([{ step: 'paid' }, { step: 'sent' }])
    const { rows: pids } = await killed.query('select pg_backend_pid() as pid')
    await owner.query('select pg_terminate_backend($1)', [pids[0]?.pid])
    await expect.poll(async () => (await createPurchaseTables(db, { days: 30 }).find('killed'))?.state).toBe('created')
    expect(await count('killed')).toBe(0)
    const moved = await createPurchaseTables(db, { days: 30 }).move('killed', { state: 'sent', amount: '1' })
    expect([moved?.state, await count('killed')]).toEqual(['sent', 2])
  })

  it('take in what was bought before there were books, each step once', async () => {
    const migration = readFileSync(new URL('../../migrations/0077_ledger.sql', import.meta.url), 'utf8')
    const [backfill = ''] = /^select ledger\.post_purchase.*$/m.exec(migration) ?? []
    await owner.query('alter table onramp.purchases disable trigger follow_purchase')
    await begin('old')
    await owner.query(`update onramp.purchases set state = 'arrived', amount = '0.2' where id = 'old'`)
    await owner.query('alter table onramp.purchases enable trigger follow_purchase')
    expect(await count('old')).toBe(0)
    for (let at = 0; at < 2; at++) await owner.query(backfill)
    const { rows: steps } = await owner.query(`select step from ledger.entries where reference = 'r-old' order by id`)
    expect(steps.map(({ step }) => step)).toEqual(['paid', 'sent', 'arrived'])
  })

  it('are written by a change of a purchase alone: the user of data can read them and write nothing in', async () => {
    await begin('rights')
    const user = `books_${randomBytes(4).toString('hex')}`
    await owner.query(`create user ${user} password 'x' in role data_rw`)
    const url = Object.assign(new URL(postgres?.url ?? ''), { username: user, password: 'x' }).href
    const data = new pg.Client({ connectionString: url })
    await data.connect()
    await data.query(`update onramp.purchases set state = 'paid' where id = 'rights'`)
    expect((await data.query(`select 1 from ledger.entries where reference = 'r-rights'`)).rowCount).toBe(1)
    for (const statement of [
      `insert into ledger.entries (provider, reference, step) values ('meld', 'r-rights', 'sent')`,
      `insert into ledger.lines values (1, 'buyer', 'USD', 1)`,
      `update ledger.lines set amount = 1`,
      `delete from ledger.entries`,
      `select ledger.post_move('meld', 'r-rights', 'sent', 'provider', 'buyer', 'USD', '1000')`,
      `select ledger.post_purchase(p) from onramp.purchases p`,
      `delete from ledger.mismatches`,
    ])
      await expect(data.query(statement), statement).rejects.toMatchObject({ code: '42501' })
    await data.end()
  })
})
