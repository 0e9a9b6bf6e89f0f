import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findPostgres } from '../../../test/findService.js'
import { startWay } from '../../../test/startWay.js'
import { createMessageStoreTables } from '../../relay/messageStoreTables.js'
import { answerRefusal } from '../http/answerRefusal.js'
import { createLog } from '../log/log.js'
import { createMetrics } from '../metrics/metrics.js'
import { answerWalletRefusal } from '../wallet/answerWalletRefusal.js'
import { openPools, type Pools } from './openPools.js'
import { rows, rowsOfLong } from './rows.js'

const postgres = await findPostgres()
if (postgres === undefined) console.warn('Skipped: pools of connections (no TEST_DATABASE_URL and no initdb found)')
const url = postgres?.url ?? ''
const limits = { sizes: { relay: 2, wallet: 1, data: 1 }, wait: 200, statement: 0, idleTransaction: 0 }

describe.skipIf(postgres === undefined)('pools of connections', () => {
  let other: pg.Client
  /** Within a transaction PostgreSQL shows the activity of its beginning. */
  let watcher: pg.Client
  const opened: Pools[] = []
  const endings: (() => unknown)[] = []
  const open = async (more: Partial<typeof limits> = {}, place = url) => {
    const pools = await openPools(place, { ...limits, ...more })
    opened.push(pools)
    return pools
  }
  beforeAll(async () => {
    other = new pg.Client({ connectionString: url })
    watcher = new pg.Client({ connectionString: url })
    for (const client of [other, watcher]) await client.connect()
  })
  afterEach(async () => {
    for (const end of endings.splice(0)) await end()
    for (const pools of opened.splice(0)) await pools.close()
  })
  afterAll(async () => {
    for (const client of [other, watcher]) await client?.end()
    await postgres?.stop()
  })

  const failureOf = (run: PromiseLike<unknown>) =>
    Promise.resolve(run).then(
      () => undefined,
      (error: unknown) => error,
    )
  /** What a caller of the data API and one of the wallet API are told of an error, and both logs. */
  const answersOf = async (error: unknown) => {
    const lines: string[] = []
    const log = createLog('debug', { every: 0, write: (line) => void lines.push(line) })
    const data = answerRefusal(error, 'id', { log, metrics: createMetrics() })
    const wallet = answerWalletRefusal(error, log)
    return {
      data: { status: data.status, after: data.headers['retry-after'], field: JSON.parse(data.body).reasons[0].field },
      wallet: { status: wallet.status, code: (await wallet.json()).code },
      levels: lines.map((line) => JSON.parse(line).level),
      texts: new Set(lines.map((line) => JSON.parse(line).msg)).size,
    }
  }
  // It passes by itself, so nobody is woken, and both logs have the same line.
  const refused = {
    data: { status: 503, after: '5', field: 'database' },
    wallet: { status: 503, code: 'UNAVAILABLE' },
    levels: [40, 40],
    texts: 1,
  }
  /** Resolves when another connection waits for a lock in PostgreSQL. */
  const untilBlocked = (query: string) =>
    expect
      .poll(
        async () => {
          const { rows } = await watcher.query(
            "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like $1",
            [`%${query}%`],
          )
          return rows.length
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0)

  it('behavior: compiles no statement: that takes longer than any of ours runs', async () => {
    const { relay } = await open()
    expect(await rows(relay.query, sql`show jit`)).toEqual([{ jit: 'off' }])
  })

  it('behavior: a part whose connections are all taken is refused with a code, and no other part is', async () => {
    const { data, relay, wallet } = await open()
    let end: () => void = () => undefined
    endings.push(() => end())
    let holding: Promise<void> | undefined
    await new Promise<void>((begun) => {
      holding = data.query.transaction(async () => {
        begun()
        await new Promise<void>((resolve) => {
          end = resolve
        })
      })
    })
    const query = failureOf(data.query.execute(sql`select 1`))
    // It asks for its connection in this turn.
    await new Promise((resolve) => setImmediate(resolve))
    expect(data.waiting?.()).toBe(1)
    const transaction = failureOf(data.query.transaction(async () => undefined))
    expect(await answersOf(await query)).toEqual(refused)
    expect(await answersOf(await transaction)).toEqual(refused)
    expect(data.waiting?.()).toBe(0)
    await relay.ping()
    await wallet.ping()
    end()
    await holding
    await data.ping()
  })

  it('behavior: a statement that takes too long is ended and refused with a code', async () => {
    const { data } = await open({ statement: 100 })
    expect(await answersOf(await failureOf(data.query.execute(sql`select pg_sleep(600)`)))).toEqual(refused)
    await data.ping()
  })

  it('behavior: bringing the schema up to date and counting what the relay keeps have no time limit', async () => {
    await other.query('select pg_advisory_lock(7281034551)')
    const opening = open({ statement: 100 })
    await untilBlocked('pg_advisory_lock')
    // Longer than the limit.
    await other.query('select pg_sleep(0.3)')
    await other.query('select pg_advisory_unlock(7281034551)')
    const { relay } = await opening
    await other.query('begin; lock table relay.messages')
    endings.push(() => other.query('rollback'))
    const counting = createMessageStoreTables(relay, 'test').measure()
    const reading = failureOf(relay.query.execute(sql`select 'limited', count(*) from relay.messages`))
    await untilBlocked('octet_length')
    expect(await answersOf(await reading)).toEqual(refused)
    await other.query('select pg_sleep(0.3)')
    await other.query('commit')
    expect(await counting).toEqual(new Map())
  })

  const openWay = async () => {
    const way = await startWay(url)
    endings.push(way.stop)
    return way
  }

  it.each(['begin', 'commit', 'rollback'])(
    'behavior: a connection that ends at the %s of a transaction leaves its place to another',
    async (word) => {
      const way = await openWay()
      const { data } = await open({}, way.url)
      const inner = new Error('Asked for')
      for (let at = 0; at < 3; at++) {
        way.word = word
        const run = async () => {
          if (word === 'rollback') throw inner
        }
        const fault = await failureOf(data.query.transaction(run))
        expect(fault).toBeInstanceOf(Error)
        way.word = ''
        await data.ping()
      }
    },
  )

  it('behavior: what asks a database that takes no connection is refused with a code', async () => {
    const way = await openWay()
    const { data } = await open({}, way.url)
    await data.ping()
    way.word = 'select'
    expect(await answersOf(await failureOf(data.query.execute(sql`select 1`)))).toEqual(refused)
    way.isShut = true
    expect(await answersOf(await failureOf(data.query.execute(sql`select 1`)))).toEqual(refused)
    expect(await answersOf(await failureOf(data.query.transaction(async () => undefined)))).toEqual(refused)
    way.isShut = false
    way.word = ''
    await data.ping()
  })

  it('behavior: what asks a database that says nothing any more is refused with a code, and leaves its place to another', async () => {
    const way = await openWay()
    const { relay } = await open({ statement: 300 }, way.url)
    await Promise.all([relay.ping(), relay.ping()])
    let isGone: () => void = () => undefined
    const gone = new Promise<void>((resolve) => {
      isGone = resolve
    })
    let begun: () => void = () => undefined
    const within = new Promise<void>((resolve) => {
      begun = resolve
    })
    const inside = failureOf(
      relay.query.transaction(async (query) => {
        await query.execute(sql`select 1`)
        begun()
        await gone
        await query.execute(sql`select 1`)
      }),
    )
    await within
    way.silence()
    isGone()
    const outside = failureOf(relay.query.execute(sql`select 1`))
    expect(await answersOf(await outside)).toEqual(refused)
    expect(await answersOf(await inside)).toEqual(refused)
    await Promise.all([relay.ping(), relay.ping()])
  })

  it('behavior: a statement without a limit goes on while nothing is said', async () => {
    const { data } = await open({ statement: 100 })
    expect(await rowsOfLong(data.query, sql`select 1 as one from pg_sleep(0.6)`)).toEqual([{ one: 1 }])
    expect(await answersOf(await failureOf(data.query.execute(sql`select pg_sleep(600)`)))).toEqual(refused)
  })

  it('behavior: a transaction that does nothing for too long is rolled back, and the process lives', async () => {
    const { data } = await open({ idleTransaction: 100 })
    const late = failureOf(
      data.query.transaction(async (query) => {
        await query.execute(sql`insert into prices (asset, usd, source) values ('idle', 1, 'operator')`)
        await expect
          .poll(
            async () => (await watcher.query("select 1 from pg_stat_activity where state like 'idle in tr%'")).rowCount,
            { timeout: 20_000 },
          )
          .toBe(0)
        await query.execute(sql`select 1`)
      }),
    )
    expect((await answersOf(await late)).wallet).toEqual(refused.wallet)
    expect((await other.query("select 1 from prices where asset = 'idle'")).rows).toEqual([])
    await data.ping()
  })
})
