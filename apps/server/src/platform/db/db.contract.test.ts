import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findPostgres } from '../../../test/findService.js'
import { createPriceTable } from '../../data/createPriceTable.js'
import { readChains } from '../chains/readChains.js'
import type { Db } from './db.js'
import { lockFolder } from './lockFolder.js'
import { openPglite } from './openPglite.js'
import { openPostgres } from './openPostgres.js'
import { rows } from './rows.js'

const postgres = await findPostgres()
if (postgres === undefined)
  console.warn('Skipped: the database contract over PostgreSQL (no TEST_DATABASE_URL and no initdb found)')
const folders: string[] = []
afterAll(async () => {
  await postgres?.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-db-'))
  folders.push(folder)
  return folder
}

const chains = (nativePrice: number) =>
  readChains([
    {
      caip2: 'eip155:31337',
      name: 'Local',
      rpc: ['http://127.0.0.1:9'],
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      nativePrice,
    },
  ])
const ether = 'eip155:31337:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const put = (asset: string, usd: number) =>
  sql`insert into prices (asset, usd, source) values (${asset}, ${usd}, 'operator')`
const pgliteFolder = newFolder()
const fillings: [string, () => Promise<Db>][] = [
  ['PGlite', () => openPglite(pgliteFolder)],
  ['PostgreSQL', () => openPostgres(postgres?.url ?? '')],
]

describe.each(fillings)('a database in %s', (name, openFilling) => {
  const missing = name === 'PostgreSQL' && postgres === undefined
  const run = it.skipIf(missing)
  const opened: Db[] = []
  const open = async () => {
    const db = await openFilling()
    opened.push(db)
    return db
  }

  // The first start creates the cluster, which takes long on a busy machine.
  beforeAll(async () => {
    if (!missing) await (await openFilling()).close()
  }, 180_000)
  afterEach(async () => {
    for (const db of opened.splice(0)) await db.close().catch(() => undefined)
  })

  run('is brought to the newest schema once, and answers', async () => {
    const db = await open()
    await db.ping()
    const { rows } = (await db.query.execute(sql`select name from latchkey_migrations order by name`)) as unknown as {
      rows: { name: string }[]
    }
    const files = readdirSync(new URL('../../../migrations/', import.meta.url)).sort()
    expect(rows.map((row) => row.name)).toEqual(files)
    expect(files[0]).toBe('0001_prices.sql')
    await db.close()
    const again = await open()
    expect(
      ((await again.query.execute(sql`select name from latchkey_migrations`)) as unknown as { rows: unknown[] }).rows,
    ).toHaveLength(files.length)
    await again.close()
  })

  run('gives a lock to one process, and to another one when the first has lost the database', async () => {
    const db = await open()
    expect(await db.lock('a')).toBe(true)
    expect(await db.lock('a')).toBe(true)
    // The embedded one is open in one process only.
    if (db.kind === 'pglite') return
    const other = await open()
    expect(await other.lock('a')).toBe(false)
    expect(await other.lock('b')).toBe(true)
    await db.query.execute(sql`select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and objid = (hashtextextended('a', 0) & 4294967295)::oid`)
    await expect.poll(() => other.lock('a')).toBe(true)
    await expect.poll(() => db.lock('a')).toBe(false)
    await other.close()
    await expect.poll(() => db.lock('b')).toBe(true)
  })

  run('follows the configured price until the operator sets one', async () => {
    const db = await open()
    const price = async () => [...(await createPriceTable({ db, chains: chains(0) }).usd([ether]))]
    await createPriceTable({ db, chains: chains(2500) }).seed()
    await createPriceTable({ db, chains: chains(2600) }).seed()
    expect(await price()).toEqual([[ether, 2600]])
    await db.query.execute(sql`update prices set usd = 3000, source = 'operator' where asset = ${ether}`)
    await createPriceTable({ db, chains: chains(2700), fiatRates: '{"eur":0.5}' }).seed()
    expect(await price()).toEqual([[ether, 3000]])
    expect(await createPriceTable({ db, chains: chains(0) }).rate('eur')).toBe(0.5)
    expect(await createPriceTable({ db, chains: chains(0) }).rate('jpy')).toBeUndefined()
    await db.close()
  })

  run('keeps its rules: no negative price, no upper case in keys, nothing from a transaction that failed', async () => {
    const db = await open()
    await expect(db.query.execute(put('x', -1))).rejects.toThrow()
    await expect(db.query.execute(put('X', 1))).rejects.toThrow()
    const failing = db.query.transaction(async (transaction) => {
      await transaction.execute(put('half', 1))
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    expect(await rows(db.query, sql`select * from prices where asset = 'half'`)).toEqual([])
    await db.close()
  })

  run('keeps what was written', async () => {
    const db = await open()
    await db.query.execute(sql`${put("o'hara; drop table prices", 0.1 + 0.2)} on conflict do nothing`)
    await db.close()
    const again = await open()
    expect([
      ...(await createPriceTable({ db: again, chains: chains(0) }).usd(["o'hara; drop table prices"])).values(),
    ]).toEqual([0.1 + 0.2])
    await again.close()
  })

  run('refuses a database that a newer version wrote', async () => {
    const db = await open()
    await db.query.execute(sql`insert into latchkey_migrations (name, hash) values ('9999_future.sql', 'x')`)
    await db.close()
    await expect(open()).rejects.toMatchObject({ code: 'INVALID_CONFIG' })
    if (name === 'PostgreSQL') return
    // The failed start must have given the folder free again.
    const unlock = await lockFolder(pgliteFolder)
    unlock()
  })
})

describe('PostgreSQL', () => {
  it.skipIf(postgres === undefined)('lets several instances start at once', async () => {
    const first = await import('pg').then(({ default: pg }) => new pg.Client({ connectionString: postgres?.url }))
    await first.connect()
    await first.query('create database together')
    await first.end()
    const url = `${postgres?.url.replace(/\/[^/]*$/, '')}/together`
    const all = await Promise.all(Array.from({ length: 5 }, () => openPostgres(url)))
    for (const db of all) await db.close()
    expect(all).toHaveLength(5)
  })
})

describe('the folder of the embedded database', () => {
  it('is refused to a second process, by name of the first, and to a second opener in the same one', async () => {
    const folder = newFolder()
    const unlock = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining(`process ${process.pid}`),
    })
    await expect(openPglite(folder)).rejects.toMatchObject({ code: 'INVALID_CONFIG' })
    unlock()
    ;(await lockFolder(folder))()
  })

  it('is taken over from a process that is dead, and from one whose number was given to another', async () => {
    const folder = newFolder()
    const { stdout } = await promisify(execFile)(process.execPath, ['-p', 'process.pid'])
    writeFileSync(join(folder, 'latchkey.lock'), JSON.stringify({ pid: Number(stdout), started: '1', token: 'dead' }))
    const unlock = await lockFolder(folder)
    expect(JSON.parse(readFileSync(join(folder, 'latchkey.lock'), 'utf8'))).toMatchObject({ pid: process.pid })
    unlock()
    writeFileSync(join(folder, 'latchkey.lock'), 'torn')
    ;(await lockFolder(folder))()
  })

  it('is made anew when a killed start left only a part, and never takes the place of something else', async () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'pg.1.making'))
    writeFileSync(join(folder, 'pg.1.making', 'PG_VERSION'), '18')
    const db = await openPglite(folder)
    await db.ping()
    await db.close()
    expect(readdirSync(folder).filter((name) => name.startsWith('pg'))).toEqual(['pg'])

    const taken = newFolder()
    mkdirSync(join(taken, 'pg', 'notes'), { recursive: true })
    await expect(openPglite(taken)).rejects.toMatchObject({ code: 'INVALID_CONFIG' })
    expect(readdirSync(join(taken, 'pg'))).toEqual(['notes'])
  }, 120_000)

  it('goes to one of many that try at once', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'latchkey.lock'), 'torn')
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(folder)))
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1)
  })
})
