import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newTopic, sealed } from '../../test/openRelayPeer.js'
import { createMemoryCache } from '../platform/cache/createMemoryCache.js'
import type { Db } from '../platform/db/db.js'
import { openPglite } from '../platform/db/openPglite.js'
import { rows } from '../platform/db/rows.js'
import { createLog } from '../platform/log/log.js'
import { createMetrics } from '../platform/metrics/metrics.js'
import { createHub, type Listener } from './hub.js'
import type { NewMessage, StoredMessage } from './message.js'
import { createMessageStore, type MessageStore } from './messageStore.js'
import { ackDeadline, senderLead } from './relayLimits.js'

let db: Db
let isBroken = false
const hub = createHub({ cache: createMemoryCache(), origin: 'here', isShared: false })
let store: MessageStore

beforeAll(async () => {
  db = await openPglite(undefined)
  const execute = (statement: Parameters<Db['query']['execute']>[0]) =>
    isBroken ? Promise.reject(new Error('The disk is full')) : db.query.execute(statement)
  const breakable = { ...db, query: { execute } as Db['query'] }
  const [log, metrics] = [createLog('silent'), createMetrics()]
  store = createMessageStore({
    db: breakable,
    origin: 'here',
    onStored: hub.publish,
    receivers: hub.receivers,
    log,
    metrics,
  })
}, 180_000)
afterAll(() => db?.close())
// What is held for receivers that take their time would be written meanwhile on a busy machine.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const message = (topic: string, sender = 'a', tag = 1109): NewMessage => ({
  topic,
  message: sealed(),
  tag,
  sender,
  ttl: 300,
})

/** A party that listens; it acknowledges nothing by itself. */
async function listen(topic: string, party: string, isPrompt = true) {
  const got: StoredMessage[] = []
  const listener: Listener = {
    deliver: (message) => void (message.sender !== party && got.push(message)),
    readiness: (name) => (name === topic ? { party, isPrompt } : undefined),
  }
  await hub.add(topic, listener)
  await store.read([{ topic, party }], 0)
  return {
    got,
    texts: () => got.map((each) => each.message),
    acknowledge(at: number) {
      const message = got[at]
      if (message) store.acknowledge(message, party)
    },
    leave: () => hub.remove(topic, listener),
  }
}

/** Puts a message; receivers get it a little after its sender is answered. */
async function putAndTell(one: NewMessage) {
  await store.put([one])
  await new Promise((resolve) => setTimeout(resolve, 2 * senderLead))
}

/** A topic that has had its first message, which is always written; `a` sent it and `b` has it. */
async function open(isPrompt = true) {
  const topic = newTopic()
  const b = await listen(topic, 'b', isPrompt)
  await putAndTell(message(topic))
  b.acknowledge(0)
  await store.flush()
  return { topic, b }
}

const written = async (topic: string) =>
  (
    await rows<{ message: string }>(
      db.query,
      sql`select message from relay.messages where topic = ${topic} order by seq`,
    )
  )
    .map((row) => row.message)
    .slice(1)
const unread = async (topic: string, party: string) =>
  (await store.read([{ topic, party }], 0)).messages.map((each) => each.message)

/** Whether a promise is over by the time that everything which waits for nothing is. */
async function isOver(promise: Promise<unknown>): Promise<boolean> {
  let over = false
  void promise.then(() => {
    over = true
  })
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
  return over
}

describe('a response to those who listen', () => {
  it('is delivered at once, kept back from its sender until they have it, and then need not be written', async () => {
    const { topic, b } = await open()
    const one = message(topic)
    const put = store.put([one])
    expect(await isOver(put)).toBe(false)
    expect(b.texts().at(-1)).toBe(one.message)
    b.acknowledge(1)
    await put
    expect(await written(topic)).toEqual([])
    expect(await unread(topic, 'b')).toEqual([])
    await putAndTell(one)
    expect(b.got, 'it is known still').toHaveLength(2)
  })

  it('is delivered once, though it is put again before they have it', async () => {
    const { topic, b } = await open()
    const one = message(topic)
    const puts = [store.put([one]), store.put([one]), store.put([{ ...one, sender: 'c' }])]
    expect(await isOver(Promise.race(puts))).toBe(false)
    b.acknowledge(1)
    await Promise.all(puts)
    expect(b.got).toHaveLength(2)
    expect(await written(topic)).toEqual([])
  })

  it('is written at once if one of them is slow', async () => {
    const { topic, b } = await open(false)
    const one = message(topic)
    await putAndTell(one)
    expect(b.texts().at(-1)).toBe(one.message)
    expect(await written(topic)).toEqual([one.message])
    b.acknowledge(1)
    await store.flush()
    expect(await unread(topic, 'b')).toEqual([])
    expect(await unread(topic, 'c')).toContain(one.message)
  })

  it('is written when it is not acknowledged soon, and acknowledged by its hash as well', async () => {
    const { topic, b } = await open()
    const [one, two] = [message(topic), message(topic)]
    const puts = [store.put([one]), store.put([two])]
    vi.setSystemTime(Date.now() + ackDeadline)
    await Promise.all(puts)
    expect(await written(topic)).toEqual([one.message, two.message])
    await store.acknowledgeByHash([{ topic, hash: b.got[1]?.hash ?? '', party: 'b' }])
    expect(await unread(topic, 'b')).toEqual([two.message])
    const three = store.put([message(topic)])
    expect(await isOver(three)).toBe(false)
    await store.acknowledgeByHash([{ topic, hash: b.got[3]?.hash ?? '', party: 'b' }])
    await three
    expect(await written(topic)).toHaveLength(2)
  })

  it('is written while one who has read the topic is away', async () => {
    const { topic, b } = await open()
    const c = await listen(topic, 'c')
    c.leave()
    const one = message(topic)
    await putAndTell(one)
    b.acknowledge(1)
    expect(await written(topic)).toEqual([one.message])
    expect(await unread(topic, 'c')).toContain(one.message)
  })

  it('is written first if it is a request: who sent that is answered long before the response comes', async () => {
    const { topic, b } = await open()
    const one = message(topic, 'a', 1108)
    await putAndTell(one)
    expect(b.texts().at(-1)).toBe(one.message)
    expect(await written(topic)).toEqual([one.message])
  })

  it('has to be had by all of them', async () => {
    const { topic, b } = await open()
    const c = await listen(topic, 'c')
    const put = store.put([message(topic)])
    expect(await isOver(put)).toBe(false)
    b.acknowledge(1)
    expect(await isOver(put)).toBe(false)
    c.acknowledge(0)
    await put
    expect(await written(topic)).toEqual([])
  })

  it('is there for who comes before they have it', async () => {
    const { topic, b } = await open()
    const one = message(topic)
    const put = store.put([one])
    expect(await isOver(put)).toBe(false)
    const reading = unread(topic, 'c')
    b.acknowledge(1)
    expect(await reading).toContain(one.message)
    await put
    await store.flush()
    expect(await unread(topic, 'b')).toEqual([])
  })

  it('is written before those that were put after it', async () => {
    const { topic } = await open()
    const [one, two, three, four] = [message(topic), message(topic), message(topic), message(topic)]
    const puts = [store.put([one]), store.put([two, three]), store.put([four])]
    await Promise.all(puts)
    await store.flush()
    expect(await written(topic)).toEqual([one, two, three, four].map((each) => each.message))
  })

  it('is delivered after those that were put before it', async () => {
    const { topic, b } = await open()
    const [one, two, three] = [message(topic), message(topic), message(topic)]
    await Promise.all([store.put([one, two]), store.put([three])])
    await store.flush()
    expect(b.texts().slice(1)).toEqual([one.message, two.message, three.message])
  })

  it('is delivered after its receiver was answered, whether that has acknowledged before it speaks or not', async () => {
    for (const acknowledges of [true, false]) {
      const { topic, b } = await open()
      const happened: string[] = []
      const a = await listen(topic, 'a')
      const request = store.put([message(topic)]).then(() => happened.push('request is kept'))
      expect(await isOver(request)).toBe(false)
      expect(b.got).toHaveLength(2)
      if (acknowledges) b.acknowledge(1)
      void store.put([message(topic, 'b')])
      while (a.got.length === 0) {
        happened.push('turn')
        await new Promise((resolve) => setImmediate(resolve))
      }
      expect(happened).toContain('request is kept')
      await store.flush()
    }
  })

  it('is refused when it cannot be written, and kept when it is said again', async () => {
    const { topic, b } = await open()
    const one = message(topic)
    isBroken = true
    const refused = expect(store.put([one])).rejects.toMatchObject({ problem: 'Internal' })
    await store.flush()
    await refused
    isBroken = false
    await putAndTell(one)
    expect(await written(topic)).toEqual([one.message])
    b.acknowledge(1)
    await store.flush()
    await expect.poll(() => unread(topic, 'b')).toEqual([])
  })

  it('is written when the relay closes', async () => {
    const { topic } = await open()
    const one = message(topic)
    const put = store.put([one])
    await store.flush()
    expect(await isOver(put)).toBe(true)
    expect(await written(topic)).toEqual([one.message])
  })

  it('takes no room of its topic once they have it', async () => {
    const { topic, b } = await open()
    for (let at = 1; at <= 200; at++) {
      const put = store.put([message(topic)])
      await new Promise((resolve) => setImmediate(resolve))
      b.acknowledge(at)
      await put
    }
    expect(await written(topic)).toEqual([])
  })
})
