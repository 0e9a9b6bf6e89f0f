import { expect, it } from 'vitest'
import { newTopic, sealed } from '../../test/openRelayPeer.js'
import { createMemoryCache } from '../platform/cache/createMemoryCache.js'
import { createHub } from './hub.js'
import type { StoredMessage } from './message.js'

let last = 0
const stored = (topic: string, message = sealed()): StoredMessage => ({
  seq: ++last,
  topic,
  hash: `hash ${last}`,
  message,
  tag: 1108,
  attestation: 'a "b" \n c',
  sender: 'a',
  publishedAt: 1,
  expiresAt: 2,
})

/** Two processes with one store between them, a listener in the second, and what the store was told. */
async function pair(topic: string) {
  const cache = createMemoryCache()
  const texts: string[] = []
  await cache.subscribe('relay', (text) => texts.push(text))
  const [near, far] = ['near', 'far'].map((origin) => createHub({ cache, origin, isShared: true }))
  if (near === undefined || far === undefined) throw new Error('There are two')
  const got: StoredMessage[] = []
  const listener = { deliver: (message: StoredMessage) => void got.push(message), readiness: () => undefined }
  await far.add(topic, listener)
  return { near, far, got, texts, listener }
}

it('tells other processes of many messages at once, and they take what somebody listens to', async () => {
  const topic = newTopic()
  const { near, far, got, texts, listener } = await pair(topic)
  const messages = [stored(newTopic()), stored(topic), stored(newTopic()), stored(topic)]
  near.tell(messages)
  expect(got).toEqual([messages[1], messages[3]])
  expect(texts).toHaveLength(1)
  expect(messages.map(({ seq }) => far.hasHeard(seq))).toEqual([false, true, false, true])
  far.tell([stored(topic)])
  expect(got, 'its own are told once').toHaveLength(3)
  far.remove(topic, listener)
  near.tell([stored(topic)])
  expect(got).toHaveLength(3)
})

it('tells long messages in several texts', async () => {
  const topic = newTopic()
  const { near, got, texts } = await pair(topic)
  const messages = Array.from({ length: 12 }, () => stored(topic, sealed(48 * 1024)))
  near.tell(messages)
  expect(got).toEqual(messages)
  expect(texts.length).toBeGreaterThan(1)
  expect(texts.every((text) => text.length < 400 * 1024)).toBe(true)
})

it('hears nothing any more once it is closed', async () => {
  const topic = newTopic()
  const { near, far, got } = await pair(topic)
  await far.close()
  near.tell([stored(topic)])
  expect(got).toEqual([])
})
