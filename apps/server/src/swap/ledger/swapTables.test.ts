import { randomBytes } from 'node:crypto'
import { evmNativeAddress } from '@latchkey/protocol/caip'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPostgres } from '../../../test/findService.js'
import { makeLogins } from '../../../test/makeLogins.js'
import type { Db } from '../../platform/db/db.js'
import { openPostgres } from '../../platform/db/openPostgres.js'
import { createSwapTables, type SwapTables } from './createSwapTables.js'

const postgres = await findPostgres()
if (postgres === undefined) console.warn('Skipped: swaps over PostgreSQL (no TEST_DATABASE_URL and no initdb found)')
const chain = 'eip155:1'

describe.skipIf(postgres === undefined)('swaps in PostgreSQL, with the rights of data', () => {
  let owner: pg.Client
  let data: pg.Client
  let url: string
  let db: Db
  let tables: SwapTables
  beforeAll(async () => {
    const made = await makeLogins(postgres?.url ?? '', ['data'])
    owner = made.owner
    url = made.logins.data
    db = await openPostgres(url)
    tables = createSwapTables(db)
    data = new pg.Client({ connectionString: url })
    await data.connect()
  }, 120_000)
  afterAll(async () => {
    await data?.end()
    await owner?.end()
    await db?.close()
    await postgres?.stop()
  })

  async function sent(): Promise<string> {
    const id = randomBytes(12).toString('hex')
    await tables.keep(
      {
        ...{ id, filling: 'pools', chain, account: `0x${id.padEnd(40, '0')}`, target: '0xaa', dataHash: id },
        ...{ sold: evmNativeAddress, bought: '0xbb', amount: 2n ** 255n, minimum: 1n },
      },
      600,
    )
    await tables.note(id, { reference: `r-${id}`, chain, hash: `0x${id}` })
    return `r-${id}`
  }
  const told = {
    block: 5,
    blockHash: '0x5',
    moved: [
      { asset: 'a', amount: '-0.1' },
      { asset: 'b', amount: '3' },
    ],
  }
  const linesOf = async (reference: string) =>
    (
      await owner.query(
        `select step, account, asset, trim_scale(amount)::text as amount from ledger.entries e join ledger.lines l on l.entry = e.id
          where reference = $1 order by e.id, account desc, asset`,
        [reference],
      )
    ).rows.map(({ step, account, asset, amount }) => `${step} ${account} ${amount} ${asset}`)
  const posted = ['swapped swapper -0.1 a', 'swapped swapper 3 b', 'swapped pool 0.1 a', 'swapped pool -3 b']

  it('take amounts of 256 bits, one transaction once, and post it with its state in one transaction', async () => {
    const reference = await sent()
    await tables.note(reference.slice(2), { reference: 'again', chain, hash: `0x${reference.slice(2)}` })
    const taken = (await tables.take([chain], 100)).filter((one) => one.hash === `0x${reference.slice(2)}`)
    expect(taken).toMatchObject([{ reference, amount: 2n ** 255n, state: 'waiting' }])
    const swap = { reference, filling: 'pools' }
    const numbers = await Promise.all(
      Array.from({ length: 5 }, () => tables.post(swap, told, { books: 'one', other: 'two' })),
    )
    expect(numbers.filter((number) => number !== undefined)).toHaveLength(1)
    expect(await linesOf(reference)).toEqual(posted)
  })

  it('are taken by one process each, and none of a chain that has no swaps', async () => {
    for (let at = 0; at < 6; at++) await sent()
    const taken = await Promise.all([tables.take([chain], 4), tables.take([chain], 4), tables.take(['eip155:2'], 4)])
    const all = taken.flat().map(({ reference }) => reference)
    expect(new Set(all).size).toBe(all.length)
    expect(taken[2]).toEqual([])
  })

  it('leave nothing of a posting whose process was killed before its end', async () => {
    const reference = await sent()
    const killed = new pg.Client({ connectionString: url })
    killed.on('error', () => undefined)
    await killed.connect()
    await killed.query('begin')
    await killed.query(
      `update swaps.transactions set state = 'posted', moved = '[{"asset":"a","amount":"1"}]' where reference = $1`,
      [reference],
    )
    expect((await killed.query('select 1 from ledger.entries where reference = $1', [reference])).rowCount).toBe(1)
    const { rows } = await killed.query('select pg_backend_pid() as pid')
    await owner.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await expect.poll(() => linesOf(reference)).toEqual([])
    await tables.post({ reference, filling: 'pools' }, told, undefined)
    expect(await linesOf(reference)).toEqual(posted)
  })

  it('are taken back by the same lines with the other sign, once', async () => {
    const reference = await sent()
    await tables.post({ reference, filling: 'pools' }, told, undefined)
    for (let at = 0; at < 2; at++) await tables.undo({ reference, filling: 'pools' }, `n-${reference}`)
    expect((await linesOf(reference)).slice(4)).toEqual([
      ...['undone swapper 0.1 a', 'undone swapper -3 b', 'undone pool -0.1 a', 'undone pool 3 b'],
    ])
    await tables.post({ reference: `n-${reference}`, filling: 'pools' }, told, undefined)
    expect(await linesOf(`n-${reference}`)).toEqual(posted)
  })

  it('post nothing that moved nothing', async () => {
    const reference = await sent()
    await tables.post({ reference, filling: 'pools' }, { ...told, moved: [{ asset: 'a', amount: '0' }] }, undefined)
    expect((await owner.query('select 1 from ledger.entries where reference = $1', [reference])).rowCount).toBe(0)
  })

  it('are written into the books by their state alone', async () => {
    const reference = await sent()
    for (const statement of [
      `insert into ledger.entries (provider, reference, step) values ('pools', '${reference}', 'swapped')`,
      `insert into ledger.lines values (1, 'swapper', 'a', 1)`,
      `select ledger.post_swap('pools', '${reference}', '[{"asset":"a","amount":"1"}]')`,
      `select ledger.undo_swap('${reference}')`,
    ])
      await expect(data.query(statement), statement).rejects.toMatchObject({ code: '42501' })
    await expect(
      data.query(
        `update swaps.transactions set state = 'posted', moved = '[{"asset":"a","amount":"NaN"}]' where reference = $1`,
        [reference],
      ),
    ).rejects.toMatchObject({ code: '23514' })
  })
})
