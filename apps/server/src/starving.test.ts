import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPostgres } from '../test/findService.js'
import { newTopic, openRelayPeer, type RelayPeer, sealed } from '../test/openRelayPeer.js'
import { type RunningServer, startServer } from './startServer.js'

const postgres = await findPostgres()
if (postgres === undefined)
  console.warn('Skipped: readers beside a relay in one process (no TEST_DATABASE_URL and no initdb found)')
/** How many pages of history a process reads at once: fewer than it has connections for. */
const [readers, pool, atOnce] = [12, 3, 2]

describe.skipIf(postgres === undefined)('readers whose statements do not end', () => {
  let server: RunningServer
  let lock: pg.Client
  let watcher: pg.Client
  let peer: RelayPeer
  beforeAll(async () => {
    const url = postgres?.url ?? ''
    server = await startServer({
      port: 0,
      roles: ['data'],
      chains: [
        {
          caip2: 'eip155:31337',
          name: 'Local',
          rpc: ['http://127.0.0.1:9'],
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          tokens: [],
          history: true,
        },
      ],
      env: {
        DATABASE_URL: url,
        LATCHKEY_LOG_LEVEL: 'silent',
        LATCHKEY_DATA_POOL: String(pool),
        LATCHKEY_CONNECTION_SECONDS: '1',
        LATCHKEY_STATEMENT_SECONDS: '0',
        LATCHKEY_RATE_LIMIT: '0',
        LATCHKEY_RELAY_RATE: '0',
      },
    })
    lock = new pg.Client({ connectionString: url })
    watcher = new pg.Client({ connectionString: url })
    for (const client of [lock, watcher]) await client.connect()
    peer = await openRelayPeer(server.url.replace('http', 'ws'))
  }, 60_000)
  afterAll(async () => {
    for (const client of [lock, watcher]) await client?.end()
    await peer?.close()
    await server?.close()
    await postgres?.stop()
  })

  it('behavior: keep no message of the relay waiting, and those whose turn does not come are refused with a code', async () => {
    await lock.query('begin; lock table history.entries')
    const address = `0x${randomBytes(20).toString('hex')}`
    const url = `${server.url}/v1/account/${address}/history?chainId=eip155:31337&projectId=local`
    const answers: Response[] = []
    const calls = Array.from({ length: readers }, async () => {
      answers.push(await fetch(url))
    })
    const held = async () =>
      (await watcher.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'")).rowCount
    await expect.poll(held, { timeout: 20_000 }).toBe(atOnce)
    const publish = { topic: newTopic(), message: sealed(), ttl: 300, tag: 1108, prompt: false }
    expect(await peer.call('irn_publish', publish)).toBe(true)
    await expect.poll(() => answers.length, { timeout: 20_000 }).toBe(readers - atOnce)
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await answer.json()).toMatchObject({ status: 'FAILED', reasons: [{ field: 'history' }] })
    }
    expect(await peer.call('irn_publish', { ...publish, message: sealed() })).toBe(true)
    // What takes servers out of rotation is not told of it.
    expect(await (await fetch(`${server.url}/ready`)).json()).toMatchObject({ database: true })
    expect(await held()).toBe(atOnce)
    await lock.query('commit')
    await Promise.all(calls)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(atOnce)
  }, 60_000)

  it('behavior: leave the relay ahead of them: 20 that read without a pause wait for each other', async () => {
    const address = `0x${randomBytes(20).toString('hex')}`
    await watcher.query(
      `insert into history.entries (chain, address, block, position, hash, mined_at, sender, receiver, nonce, is_ok, operation, transfers)
        select 'eip155:31337', $1, n, 0, '0x' || md5(n::text) || md5(n::text), now(), $1, '', n, true, 'send', '[]' from generate_series(1, 20000) n`,
      [address],
    )
    const url = `${server.url}/v1/account/${address}/history?chainId=eip155:31337&projectId=local`
    const [pages, acknowledged]: [number[], number[]] = [[], []]
    const timed = async (times: number[], run: () => Promise<unknown>) => {
      const began = performance.now()
      await run()
      times.push(performance.now() - began)
    }
    const read = async () => {
      const answer = await fetch(url)
      expect([answer.status, ((await answer.json()) as { data: unknown[] }).data.length]).toEqual([200, 50])
    }
    for (let at = 0; at < 20; at++) await read()
    let isReading = true
    const reading = Array.from({ length: 20 }, async () => {
      while (isReading) await timed(pages, read)
    })
    const topic = newTopic()
    for (let at = 0; at < 200; at++)
      await timed(acknowledged, () => peer.call('irn_publish', { topic, message: sealed(), ttl: 300, tag: 1108 }))
    isReading = false
    await Promise.all(reading)
    const median = (times: number[]) => times.toSorted((one, other) => one - other)[times.length >> 1] ?? Number.NaN
    // What they take on a free machine is in docs/performance.md.
    expect(median(acknowledged)).toBeLessThan(median(pages) / 2)
  }, 60_000)
})
