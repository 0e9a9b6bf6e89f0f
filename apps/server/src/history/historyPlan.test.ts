import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPostgres } from '../../test/findService.js'
import type { Db } from '../platform/db/db.js'
import { openPostgres } from '../platform/db/openPostgres.js'
import { rows } from '../platform/db/rows.js'
import { createHistoryTables, type HistoryTables, type Place } from './createHistoryTables.js'

const postgres = await findPostgres()
if (postgres === undefined)
  console.warn('Skipped: the plan of history pages (no TEST_DATABASE_URL and no initdb found)')
const account = `0x${'a'.repeat(40)}`
const chain = 'eip155:1'
const [count, limit] = [20_000, 51]

type PlanNode = { 'Node Type': string; 'Actual Rows': number; Plans?: PlanNode[] }

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

describe.skipIf(postgres === undefined)('a page of a long history in PostgreSQL', () => {
  let db: Db
  beforeAll(async () => {
    db = await openPostgres(postgres?.url ?? '')
    await db.query.execute(sql`delete from history.entries`)
    await db.query.execute(sql`insert into history.entries (chain, address, block, position, hash, mined_at, sender, receiver,
        nonce, is_ok, operation, transfers)
      select ${chain}, ${account}, n / 2, n % 2, n::text, to_timestamp(n), ${account}, ${account}, n, true, 'send', '[]'
      from generate_series(0, ${count - 1}::int) n`)
    await db.query.execute(sql`analyze history.entries`)
  }, 60_000)
  afterAll(async () => {
    await db.close()
    await postgres?.stop()
  })

  /** The nodes of the plan by which PostgreSQL ran the statement of a page. */
  const planOf = (before: Place | undefined) => plansOf((tables) => tables.page(chain, account, before, limit))

  async function plansOf(run: (tables: HistoryTables) => Promise<unknown>): Promise<PlanNode[]> {
    const plans: PlanNode[] = []
    const execute = async (statement: SQL) => {
      const [row] = await rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        db.query,
        sql`explain (analyze, format json) ${statement}`,
      )
      if (row) plans.push(row['QUERY PLAN'][0].Plan)
      return { rows: [] }
    }
    await run(createHistoryTables({ ...db, query: { execute } as unknown as Db['query'] }))
    return plans.flatMap(nodesOf)
  }

  const places: [string, Place | undefined][] = [
    ['first', undefined],
    ['middle', { block: count / 4, position: 1 }],
    ['last', { block: 3, position: 0 }],
  ]
  it.each(places)('behavior: the %s page reads its own rows from the index and sorts none', async (_, before) => {
    const nodes = await planOf(before)
    expect(nodes.map((node) => node['Node Type'])).toEqual(['Limit', 'Index Scan'])
    for (const node of nodes) expect(node['Actual Rows']).toBeLessThanOrEqual(limit)
  })

  it('behavior: pages come newest first, whatever their numbers look like as text', async () => {
    const page = await createHistoryTables(db).page(chain, account, { block: 100, position: 1 }, 3)
    expect(page.map(({ block, position }) => [block, position])).toEqual([
      [100, 0],
      [99, 1],
      [99, 0],
    ])
  })

  it('deletes what is older than it is kept, of one chain, and reads no more than it deletes at once', async () => {
    const other = 'eip155:10'
    const [old, young] = [1_200, 300]
    await db.query.execute(sql`insert into history.entries (chain, address, block, position, hash, mined_at, sender, receiver,
        nonce, is_ok, operation, transfers)
      select ${other}, ${account}, n, 0, n::text, now() - (case when n < ${old} then 31 else 29 end) * interval '1 day', ${account},
        ${account}, n, true, 'send', '[]'
      from generate_series(0, ${old + young - 1}::int) n`)
    const left = async (of: string) =>
      (await rows(db.query, sql`select block from history.entries where chain = ${of}`)).length
    await createHistoryTables(db).sweep(other, 30)
    expect([await left(other), await left(chain)]).toEqual([young, count])
    await createHistoryTables(db).sweep(chain, 36_500)
    expect(await left(chain)).toBe(count)
    const nodes = await plansOf((tables) => tables.sweep(chain, 36_500))
    expect(nodes.map((node) => node['Node Type']).filter((type) => /^(Seq Scan|Sort)$/.test(type))).toEqual([])
    expect(Math.max(...nodes.map((node) => node['Actual Rows']))).toBeLessThanOrEqual(500)
  })
})
