import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { findPostgres, findRedis } from '../../test/findService.js'
import { newTopic, openRelayPeer, sealed } from '../../test/openRelayPeer.js'
import { startRelay } from '../../test/startRelay.js'
import type { Cache } from '../platform/cache/cache.js'
import { createMemoryCache } from '../platform/cache/createMemoryCache.js'
import { createRedisCache } from '../platform/cache/createRedisCache.js'
import type { Db } from '../platform/db/db.js'
import { openPglite } from '../platform/db/openPglite.js'
import { openPostgres } from '../platform/db/openPostgres.js'
import { rows } from '../platform/db/rows.js'
import { createLog } from '../platform/log/log.js'
import { createMetrics } from '../platform/metrics/metrics.js'
import type { StoredMessage } from './message.js'
import { createMessageStore } from './messageStore.js'
import { grantSize, messagesPerTopic } from './relayLimits.js'

const postgres = await findPostgres()
const redis = await findRedis()
if (postgres === undefined)
  console.warn('Skipped: message stores in PostgreSQL (no TEST_DATABASE_URL and no initdb found)')
if (redis === undefined) console.warn('Skipped: relays over Redis (no TEST_REDIS_URL and no redis-server in the path)')
const folder = mkdtempSync(join(tmpdir(), 'latchkey-relay-'))
afterAll(async () => {
  await postgres?.stop()
  await redis?.stop()
  rmSync(folder, { recursive: true, force: true })
})
const fillings: [string, () => Promise<Db>][] = [
  ['PGlite', () => openPglite(folder)],
  ['PostgreSQL', () => openPostgres(postgres?.url ?? '')],
]
const message = (topic: string, more: object = {}) => ({
  topic,
  message: sealed(),
  tag: 1,
  sender: 'a',
  ttl: 300,
  ...more,
})

describe.each(fillings)('a message store in %s', (name, open) => {
  const run = it.skipIf(name === 'PostgreSQL' && postgres === undefined)

  run(
    'keeps each message once, over a restart, and gives it to those who neither sent nor have it',
    async () => {
      let db = await open()
      const published: StoredMessage[] = []
      const create = () =>
        createMessageStore({
          db,
          origin: 'here',
          onStored: (stored) => published.push(...stored),
          log: createLog('silent'),
          metrics: createMetrics(),
        })
      let store = create()
      const topic = newTopic()
      const [one, two] = [message(topic, { attestation: 'x' }), message(topic, { sender: 'b' })]
      await Promise.all([store.put([one, two]), store.put([one]), store.put([message(newTopic()), two])])
      await store.flush()
      expect(published.filter((each) => each.topic === topic).map((each) => each.message)).toEqual([
        one.message,
        two.message,
      ])
      const read = async (party: string) => (await store.read([{ topic, party }], 0)).messages
      expect((await read('c')).map((each) => each.message)).toEqual([one.message, two.message])
      expect((await read('a')).map((each) => each.message)).toEqual([two.message])
      const [first] = await read('b')
      expect(first).toMatchObject({ ...published[0], attestation: 'x', tag: 1 })
      if (first) store.acknowledge(first, 'b')
      await store.flush()
      await db.close()
      db = await open()
      store = create()
      expect(await read('b')).toEqual([])
      expect(await read('c')).toHaveLength(2)
      const before = published.length
      await store.put([one])
      await store.flush()
      expect(published).toHaveLength(before)

      await rows(
        db.query,
        sql`update relay.messages set expires_at = now() - interval '1 second' where topic = ${topic}`,
      )
      await rows(db.query, sql`update relay.receipts set expires_at = now() - interval '1 second'`)
      expect(await read('c')).toEqual([])
      await store.put([one])
      await store.flush()
      expect(published).toHaveLength(before + 1)
      expect((await read('b')).map((each) => each.message)).toEqual([one.message])
      await store.sweep()
      const [left] = await rows<{ messages: number; receipts: number }>(
        db.query,
        sql`select (select count(*)::int from relay.messages where topic = ${topic}) as messages,
        (select count(*)::int from relay.receipts) as receipts`,
      )
      expect(left).toEqual({ messages: 1, receipts: 0 })
      await db.close()
    },
    180_000,
  )

  run('publishes messages once those who sent them were answered, in the order in which they were sent', async () => {
    const db = await open()
    const happened: string[] = []
    const store = createMessageStore({
      db,
      origin: 'here',
      onStored: (stored) => happened.push(...stored.map((each) => `published ${each.message}`)),
      log: createLog('silent'),
      metrics: createMetrics(),
    })
    const topic = newTopic()
    const put = async (text: string) => {
      await store.put([message(topic, { message: text, tag: 1104 })])
      // The turn in which the socket of the sender is written.
      await null
      happened.push(`kept ${text}`)
    }
    await Promise.all(['one', 'two'].map(put))
    await put('three')
    await store.flush()
    expect(happened.filter((each) => each.startsWith('published'))).toEqual([
      'published one',
      'published two',
      'published three',
    ])
    for (const text of ['one', 'two', 'three'])
      expect(happened.indexOf(`published ${text}`)).toBeGreaterThan(happened.indexOf(`kept ${text}`))
    await db.close()
  })

  run('keeps no message for longer than the operator says', async () => {
    const db = await open()
    const [log, metrics] = [createLog('silent'), createMetrics()]
    const published: StoredMessage[] = []
    const onStored = (stored: readonly StoredMessage[]) => published.push(...stored)
    const store = createMessageStore({ db, origin: 'here', onStored, log, metrics, keptDays: 2 })
    const topic = newTopic()
    await store.put([message(topic, { ttl: 7 * 86_400 }), message(topic, { ttl: 300 })])
    await store.flush()
    const life = sql`select extract(epoch from expires_at - published_at)::int as life from relay.messages where topic = ${topic}`
    expect(await rows(db.query, sql`${life} order by seq`)).toEqual([{ life: 2 * 86_400 }, { life: 300 }])
    expect(published.map(({ publishedAt, expiresAt }) => expiresAt - publishedAt)).toEqual([2 * 86_400_000, 300_000])
    // As one that was taken before that was set.
    const before = sql`update relay.messages set published_at = now() - interval '49 hours', expires_at = now() + interval '5 days'`
    await db.query.execute(
      sql`${before} where topic = ${topic} and seq = (select min(seq) from relay.messages where topic = ${topic})`,
    )
    await store.sweep()
    expect(await rows(db.query, life)).toEqual([{ life: 300 }])
    await db.close()
  })

  run('refuses what the database refuses, and goes on', async () => {
    const db = await open()
    const store = createMessageStore({
      db,
      origin: 'here',
      onStored: () => undefined,
      log: createLog('silent'),
      metrics: createMetrics(),
    })
    const topic = newTopic()
    const bad = store.put([message(topic, { ttl: Number.NaN })])
    await expect(bad).rejects.toMatchObject({ problem: 'Internal' })
    await store.put([message(topic)])
    expect((await store.read([{ topic, party: 'z' }], 0)).messages).toHaveLength(1)
    await db.close()
  })

  run('refuses one message of many that are written at once, and keeps its neighbours in their order', async () => {
    const db = await open()
    const published: string[] = []
    const [log, metrics] = [createLog('silent'), createMetrics()]
    const onStored = (stored: readonly StoredMessage[]) => published.push(...stored.map((each) => each.message))
    const store = createMessageStore({ db, origin: 'here', onStored, log, metrics })
    const topic = newTopic()
    const many = Array.from({ length: 25 }, (_, at) => message(topic, at === 17 ? { ttl: Number.NaN } : {}))
    const outcomes = await Promise.allSettled(many.map((each) => store.put([each])))
    expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(many.map((_, at) => at === 17))
    await store.flush()
    const good = many.filter((_, at) => at !== 17).map((each) => each.message)
    expect(published).toEqual(good)
    const { messages } = await store.read([{ topic, party: 'z' }], 0)
    expect(messages.map((each) => each.message)).toEqual(good)
    await db.close()
  })

  run('counts and keeps what comes at once by one statement, on each topic as much as it has room for', async () => {
    const db = await open()
    let statements = 0
    const execute = (statement: Parameters<Db['query']['execute']>[0]) => {
      statements++
      return db.query.execute(statement)
    }
    const store = createMessageStore({
      db: { ...db, query: { execute } as Db['query'] },
      origin: 'here',
      onStored: () => undefined,
      log: createLog('silent'),
      metrics: createMetrics(),
    })
    const [near, other] = [newTopic(), newTopic()]
    const put = (count: number, topic: string) =>
      Promise.allSettled(Array.from({ length: count }, () => store.put([message(topic)])))
    await Promise.all([put(messagesPerTopic / 2, near), put(3, other)])
    await put(messagesPerTopic / 2 - 2, near)
    statements = 0
    const [some, all] = await Promise.all([put(2, near), put(grantSize, other)])
    expect(statements).toBe(1)
    expect([...some, ...all].every(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await put(2, near)).toMatchObject([1, 2].map(() => ({ reason: { problem: 'MailboxLimitExceeded' } })))
    await put(1, other)
    const [kept] = await rows<{ near: number; other: number }>(
      db.query,
      sql`select count(*) filter (where topic = ${near})::int as near, count(*) filter (where topic = ${other})::int as other
        from relay.messages`,
    )
    expect(kept).toEqual({ near: messagesPerTopic, other: grantSize + 4 })
    await store.flush()
    await db.close()
  })
})

describe.skipIf(postgres === undefined)('two relays over one database', () => {
  const shared = () => createRedisCache({ url: redis?.url ?? '', prefix: 'relay-test:', log: createLog('silent') })
  const caches: [string, (() => Cache) | undefined][] = [
    ['Redis', redis && shared],
    ['nothing between them', createMemoryCache],
  ]
  it.each(caches)(
    '[S1-04] bring messages to each other with %s',
    async (_, createCache) => {
      if (createCache === undefined) return
      const [near, far] = [await openPostgres(postgres?.url ?? ''), await openPostgres(postgres?.url ?? '')]
      const [cache, other] = [createCache(), createCache()]
      const [left, right] = [await startRelay({ db: near, cache }), await startRelay({ db: far, cache: other })]
      const [a, b] = [await openRelayPeer(left.url), await openRelayPeer(right.url)]
      const topic = newTopic()
      for (const each of [a, b]) await each.call('irn_subscribe', { topic })
      const [there, back] = [message(topic), message(topic)]
      await a.call('irn_publish', there)
      expect((await b.until(1))[0]?.message).toBe(there.message)
      await b.call('irn_publish', back)
      expect((await a.until(1))[0]?.message).toBe(back.message)
      expect([a.delivered.length, b.delivered.length]).toEqual([1, 1])
      for (const each of [a, b, left, right, cache, other, near, far]) await each.close()
    },
    60_000,
  )
})
