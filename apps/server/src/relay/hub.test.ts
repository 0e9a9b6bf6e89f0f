import { expect, it, vi } from 'vitest'
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

/** Two processes with one store between them, a listener in the second, and what the store was given. */
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

it('publishes many messages to other processes at once, and each takes what somebody subscribes to', async () => {
  const topic = newTopic()
  const { near, far, got, texts, listener } = await pair(topic)
  const messages = [stored(newTopic()), stored(topic), stored(newTopic()), stored(topic)]
  near.publish(messages)
  expect(got).toEqual([messages[1], messages[3]])
  expect(texts).toHaveLength(1)
  expect(messages.map(({ seq }) => far.hasDelivered(seq))).toEqual([false, true, false, true])
  far.publish([stored(topic)])
  expect(got, 'its own are delivered once').toHaveLength(3)
  far.remove(topic, listener)
  const late = stored(topic)
  near.publish([late])
  expect([got.length, far.hasDelivered(late.seq)]).toEqual([3, false])
})

it('counts the processes that published in the last seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { near, far } = await pair(newTopic())
  expect([near.processes(), far.processes()]).toEqual([1, 1])
  vi.advanceTimersByTime(10_000)
  near.publish([stored(newTopic())])
  near.publish([stored(newTopic())])
  expect([near.processes(), far.processes()]).toEqual([1, 2])
  vi.advanceTimersByTime(2_000)
  expect(far.processes()).toBe(2)
  vi.advanceTimersByTime(1)
  expect(far.processes()).toBe(1)
  vi.useRealTimers()
})

it('publishes long messages in several texts', async () => {
  const topic = newTopic()
  const { near, got, texts } = await pair(topic)
  const messages = Array.from({ length: 12 }, () => stored(topic, sealed(48 * 1024)))
  near.publish(messages)
  expect(got).toEqual(messages)
  expect(texts.length).toBeGreaterThan(1)
  expect(texts.every((text) => text.length < 400 * 1024)).toBe(true)
})

it('receives nothing any more once it is closed', async () => {
  const topic = newTopic()
  const { near, far, got } = await pair(topic)
  await far.close()
  near.publish([stored(topic)])
  expect(got).toEqual([])
})

it('delivers to each listener of a topic here, those of one process alone too', async () => {
  const [topic, got] = [newTopic(), [] as string[]]
  const cache = createMemoryCache()
  const texts: string[] = []
  await cache.subscribe('relay', (text) => texts.push(text))
  const hub = createHub({ cache, origin: 'alone', isShared: false })
  const listener = (name: string) => ({ deliver: () => void got.push(name), readiness: () => undefined })
  const [one, two] = [listener('one'), listener('two')]
  await hub.add(topic, one)
  await hub.add(topic, two)
  hub.publish([stored(topic), stored(newTopic())])
  expect(got).toEqual(['one', 'two'])
  hub.remove(topic, one)
  hub.remove(newTopic(), one)
  hub.publish([stored(topic)])
  expect([got, texts]).toEqual([['one', 'two', 'two'], []])
  const message = stored(topic)
  hub.deliver([message, stored(newTopic())])
  expect([got.length, hub.hasDelivered(message.seq), hub.hasDelivered(message.seq + 1)]).toEqual([4, true, false])
  hub.remove(topic, two)
  expect(hub.wants()).toEqual([])
  await hub.close()
})

it('names who listens to a topic as which party, without the sender, and prompt only where all are', async () => {
  const topic = newTopic()
  const hub = createHub({ cache: createMemoryCache(), origin: 'alone', isShared: false })
  const add = async (party: string | undefined, isPrompt = true, on = topic) => {
    const readiness = (name: string) => (party === undefined || name !== on ? undefined : { party, isPrompt })
    await hub.add(on, { deliver: () => {}, readiness })
  }
  expect(hub.receivers(topic, 'a')).toEqual({ parties: [], isPrompt: true })
  await add('a')
  await add('b')
  await add('b')
  await add(undefined)
  await add('c', true, 'another')
  expect(hub.receivers(topic, 'a')).toEqual({ parties: ['b'], isPrompt: true })
  expect(hub.receivers(topic, 'x')).toEqual({ parties: ['a', 'b'], isPrompt: true })
  await add('d', false)
  expect(hub.receivers(topic, 'a')).toEqual({ parties: ['b', 'd'], isPrompt: false })
  expect(hub.receivers(topic, 'd')).toEqual({ parties: ['a', 'b'], isPrompt: true })
  expect(hub.wants()).toEqual([
    { topic, party: 'a' },
    { topic, party: 'b' },
    { topic, party: 'd' },
    { topic: 'another', party: 'c' },
  ])
})
