import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPglite } from './openPglite.js'
import { type Pglite, startPgliteThread } from './startPgliteThread.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-thread-'))
// Making a database takes much longer than copying one.
const [copy, another] = [join(folder, 'copy'), join(folder, 'another')]
let pglite: Pglite
beforeAll(async () => {
  await (await openPglite(folder)).close()
  for (const place of [copy, another]) cpSync(join(folder, 'pg'), place, { recursive: true })
  pglite = await startPgliteThread(join(folder, 'pg'))
  await pglite.exec('create table notes (id int primary key, text text, check (id > 0)); create sequence counted')
}, 180_000)
afterAll(async () => {
  await pglite.close()
  rmSync(folder, { recursive: true, force: true })
})

const notes = async () => (await pglite.query('select id from notes order by id')).rows.map(({ id }) => id)

it('lets others go on while a statement runs', async () => {
  const order: string[] = []
  const statement = pglite.query('select count(*) from generate_series(1, 2000000)').then(() => order.push('statement'))
  await new Promise((resolve) => setTimeout(resolve, 0))
  order.push('timer')
  await statement
  expect(order).toEqual(['timer', 'statement'])
})

it('gives and takes what PGlite does: bytes, lists, JSON, nothing, times as they are written, rows in order', async () => {
  const bytes = Buffer.from('a part of a bigger memory').subarray(2, 6)
  const { rows } = await pglite.query(
    `select $1::bytea as bytes, $2::text[] as list, $3::json as json, $4::text as nothing,
      '2026-01-02T03:04:05Z'::timestamptz at time zone 'utc' as time, 9007199254740993 as big, 7::int8 as small`,
    [bytes, ['a', 'b'], { c: [1] }, null],
  )
  expect(rows).toEqual([
    {
      bytes: new Uint8Array(bytes),
      list: ['a', 'b'],
      json: { c: [1] },
      nothing: null,
      time: '2026-01-02 03:04:05',
      big: 9007199254740993n,
      small: 7,
    },
  ])
  expect((await pglite.query('select 1 as a, 2 as a', [], { rowMode: 'array' })).rows).toEqual([[1, 2]])
})

it('says what was wrong with a statement as PostgreSQL does, and goes on', async () => {
  await pglite.query('insert into notes values (1)')
  await expect(pglite.query('insert into notes values (1)')).rejects.toMatchObject({ code: '23505', severity: 'ERROR' })
  await expect(pglite.query('insert into notes values (0)')).rejects.toMatchObject({ code: '23514' })
  await expect(pglite.exec('no statement')).rejects.toMatchObject({ code: '42601' })
  await expect(pglite.query('select $1', [() => 1])).rejects.toThrow(/could not be cloned/)
  expect(await notes()).toEqual([1])
})

it('lets nothing in between what belongs to a transaction, and keeps all or nothing of it', async () => {
  let outside: Promise<unknown> | undefined
  const failed = pglite.transaction(async (transaction) => {
    await transaction.query('insert into notes values (2)')
    outside = pglite.query(
      "insert into notes select 3 where nextval('counted') = 1 and not exists (select from notes where id = 2)",
    )
    const { rows } = await transaction.query('select id from notes order by id')
    expect(rows).toEqual([{ id: 1 }, { id: 2 }])
    throw new Error('stop')
  })
  await expect(failed).rejects.toThrow('stop')
  await outside
  expect(await notes()).toEqual([1, 3])

  const together = await Promise.all(
    [4, 5, 6].map((id) =>
      pglite.transaction(async (transaction) => {
        await transaction.query('insert into notes values ($1)', [id])
        return (await transaction.query('select max(id) as last from notes')).rows[0]?.last
      }),
    ),
  )
  expect(together).toEqual([4, 5, 6])
})

it('undoes a transaction whose end is refused, and one that goes on after a statement failed', async () => {
  await pglite.exec('create table late (id int unique deferrable initially deferred)')
  const refused = pglite.transaction(async ({ query }) => {
    await query('insert into late values (1), (1)')
  })
  await expect(refused).rejects.toMatchObject({ code: '23505' })
  const stubborn = pglite.transaction(async ({ query }) => {
    await query('insert into notes values (1)').catch(() => undefined)
    await query('insert into notes values (7)')
  })
  await expect(stubborn).rejects.toMatchObject({ code: '25P02' })
  expect((await pglite.query('select id from late')).rows).toEqual([])
  expect(await notes()).toEqual([1, 3, 4, 5, 6])
})

it('keeps a process alive while it works, and no longer', async () => {
  const program = `
    const { startPgliteThread } = await import(${JSON.stringify(new URL('startPgliteThread.ts', import.meta.url).href)})
    const pglite = await startPgliteThread(${JSON.stringify(copy)})
    void pglite.query('select count(*) from generate_series(1, 300000)').then(() => console.log('worked'))
  `
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(stdout).toBe('worked\n')
}, 180_000)

it('refuses what it is asked once it is closed, and a folder that it cannot open', async () => {
  const short = await startPgliteThread(another)
  const last = short.query('select 1 as one')
  await short.close()
  expect((await last).rows).toEqual([{ one: 1 }])
  await expect(short.query('select 1')).rejects.toThrow('The embedded database is closed')
  await expect(short.transaction(async () => undefined)).rejects.toThrow('The embedded database is closed')
  await expect(short.close()).rejects.toThrow('The embedded database is closed')
  await expect(startPgliteThread('/dev/null/pg')).rejects.toThrow(/ENOTDIR/)
}, 180_000)
