import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { findPostgres } from '../../test/findService.js'
import { newTopic, sealed } from '../../test/openRelayPeer.js'
import type { Db } from '../platform/db/db.js'
import { openPostgres } from '../platform/db/openPostgres.js'
import { createLog } from '../platform/log/log.js'
import { createMetrics } from '../platform/metrics/metrics.js'
import type { NewMessage } from './message.js'
import { createMessageStore, type MessageStore } from './messageStore.js'

const postgres = await findPostgres()
if (postgres === undefined)
  console.warn('Skipped: statements of a message store in PostgreSQL (no TEST_DATABASE_URL and no initdb found)')
afterAll(() => postgres?.stop())

describe.skipIf(postgres === undefined)('the statements of a message store in PostgreSQL', () => {
  const endings: (() => unknown)[] = []
  afterEach(async () => {
    for (const end of endings.splice(0).reverse()) await end()
  })
  const message = (topic: string, more: Partial<NewMessage> = {}): NewMessage => ({
    topic,
    message: sealed(),
    tag: 1108,
    sender: 'a',
    ttl: 300,
    ...more,
  })

  /** Creates a message store that counts its statements, can delay them, and acknowledges each message on delivery. */
  async function open(processes = 1) {
    const db = await openPostgres(postgres?.url ?? '')
    endings.push(() => db.close())
    const statements = { count: 0, held: undefined as Promise<void> | undefined }
    const execute = async (statement: Parameters<Db['query']['execute']>[0]) => {
      statements.count++
      await statements.held
      return db.query.execute(statement)
    }
    const store: MessageStore = createMessageStore({
      db: { ...db, query: { execute } as Db['query'] },
      origin: 'here',
      processes: () => processes,
      onStored: (stored) => {
        for (const each of stored) store.acknowledge(each, 'b')
      },
      log: createLog('silent'),
      metrics: createMetrics(),
    })
    endings.push(() => store.flush())
    return { store, statements }
  }

  it.each([
    { processes: 1, every: 30 },
    { processes: 4, every: 120 },
    { processes: 40, every: 120 },
  ])(
    'are at most one in $every ms for all that comes meanwhile and all that is acknowledged, where $processes write',
    async ({ processes, every }) => {
      const { store, statements } = await open(processes)
      const topics = Array.from({ length: 20 }, newTopic)
      await Promise.all(topics.map((topic) => store.put([message(topic)])))
      await store.flush()
      statements.count = 0
      const began = performance.now()
      const put: Promise<void>[] = []
      for (let due = 0; due < 1_000; due += 2) {
        while (performance.now() - began < due) await sleep(1)
        const topic = topics[(due / 2) % topics.length] ?? ''
        for (const each of [message(topic), message(topic)]) put.push(store.put([each]))
      }
      await Promise.all(put)
      await store.flush()
      // The first, the last, and what is acknowledged after it, besides those in between.
      expect(statements.count).toBeLessThanOrEqual((performance.now() - began) / every + 4)
      for (const party of ['b', 'c']) {
        const { messages } = await store.read([{ topic: topics[0] ?? '', party }], 0)
        expect(messages).toHaveLength(party === 'b' ? 0 : 1 + put.length / topics.length)
      }
    },
    60_000,
  )

  it('keep what is acknowledged though a message beside it is refused, and say so to who reads meanwhile', async () => {
    const { store, statements } = await open()
    const topic = newTopic()
    await store.put([message(topic), message(topic)])
    await store.flush()
    const { messages } = await store.read([{ topic, party: 'c' }], 0)
    let release = () => {}
    statements.held = new Promise((resolve) => {
      release = resolve
    })
    for (const each of messages) store.acknowledge(each, 'c')
    const refused = store.put([message(newTopic(), { ttl: Number.NaN })])
    refused.catch(() => undefined)
    statements.count = 0
    await vi.waitUntil(() => statements.count > 0)
    const read = store.read([{ topic, party: 'c' }], 0)
    release()
    expect((await read).messages).toEqual([])
    await expect(refused).rejects.toMatchObject({ problem: 'Internal' })
    await store.flush()
    expect((await store.read([{ topic, party: 'c' }], 0)).messages).toEqual([])
  }, 60_000)
})
