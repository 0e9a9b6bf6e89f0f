import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newTopic, openRelayPeer, sealed } from '../../test/openRelayPeer.js'
import { type RunningRelay, startRelay } from '../../test/startRelay.js'
import type { Db } from '../platform/db/db.js'
import { openPglite } from '../platform/db/openPglite.js'
import { messageSize, pageBytes } from './relayLimits.js'

type Page = { messages: { topic: string; message: string }[]; hasMore: boolean }

let db: Db
let relay: RunningRelay
let statements = 0

beforeAll(async () => {
  db = await openPglite(undefined)
  const query = new Proxy(db.query, {
    get(target, name) {
      if (name === 'execute') statements++
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  relay = await startRelay({ db: { ...db, query } })
}, 180_000)
afterAll(async () => {
  await relay?.close()
  await db?.close()
})

/** Puts messages on a topic by one peer, and gives another that has not read them. */
async function left(sizes: readonly number[]) {
  const [sender, reader] = [await openRelayPeer(relay.url), await openRelayPeer(relay.url)]
  const topic = newTopic()
  const messages = sizes.map((size) => sealed(size))
  for (const message of messages) await sender.call('irn_publish', { topic, message, ttl: 300, tag: 0 })
  return {
    messages,
    fetch: () => reader.call('irn_fetchMessages', { topic }) as Promise<Page>,
    receive: (texts: readonly string[]) => {
      const receipts = texts.map((text) => ({ topic, messageId: createHash('sha256').update(text).digest('hex') }))
      return reader.call('irn_batchReceive', { receipts })
    },
  }
}

it('a page of messages has a size, and the next one goes on where it ended', async () => {
  const { messages, fetch, receive } = await left(new Array<number>(40).fill(45_000))
  const read: string[] = []
  for (let pages = 1; ; pages++) {
    const page = await fetch()
    const texts = page.messages.map(({ message }) => message)
    expect(texts.join('').length).toBeLessThan(pageBytes + messageSize)
    read.push(...texts)
    if (!page.hasMore) {
      expect(pages).toBe(3)
      break
    }
    await receive(texts)
  }
  expect(read).toEqual(messages)
}, 60_000)

it('says that there is no more where a page holds exactly the rest', async () => {
  const { messages, fetch } = await left(new Array<number>(200).fill(100))
  const page = await fetch()
  expect(page.messages.map(({ message }) => message)).toEqual(messages)
  expect(page.hasMore).toBe(false)
}, 60_000)

it('500 messages are received by one statement', async () => {
  const { messages, fetch, receive } = await left(new Array<number>(500).fill(100))
  const before = statements
  await receive(messages)
  expect(statements - before).toBe(1)
  expect(await fetch()).toEqual({ messages: [], hasMore: false })
}, 60_000)
