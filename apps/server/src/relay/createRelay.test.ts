import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRelayKey } from '../../test/createRelayKey.js'
import { newTopic, openRelayPeer, type PeerOptions, type RelayPeer, sealed } from '../../test/openRelayPeer.js'
import { type RunningRelay, startRelay } from '../../test/startRelay.js'
import type { Db } from '../platform/db/db.js'
import { openPglite } from '../platform/db/openPglite.js'

let db: Db
let relay: RunningRelay
/** The same, but it does not wait long for an acknowledgement. */
let hasty: RunningRelay
const peers: RelayPeer[] = []

beforeAll(async () => {
  db = await openPglite(undefined)
  relay = await startRelay({ db })
  hasty = await startRelay({ db, resendAfter: 1_000 })
}, 180_000)
afterAll(async () => {
  for (const peer of peers) peer.socket.terminate()
  await relay?.close()
  await hasty?.close()
  await db?.close()
})

async function peer(options?: PeerOptions, { url } = relay): Promise<RelayPeer> {
  const opened = await openRelayPeer(url, options)
  peers.push(opened)
  return opened
}
const publish = (topic: string, more: object = {}) => ({ topic, message: sealed(), ttl: 300, tag: 1108, ...more })
const hashOf = (message: string) => createHash('sha256').update(message).digest('hex')

describe('a message', () => {
  it('[S1-04] reaches the other side at once, once, with all that it came with, and never its sender', async () => {
    const [a, b] = [await peer(), await peer()]
    const topic = newTopic()
    for (const each of [a, b]) expect(await each.call('irn_subscribe', { topic })).toMatch(/^[0-9a-f]{64}$/)
    const before = Date.now()
    const given = publish(topic, { prompt: true, attestation: 'a.b.c', tvf: { correlationId: 1 } })
    expect(await a.call('irn_publish', given)).toBe(true)
    const [got] = await b.until(1)
    expect(got).toMatchObject({ topic, message: given.message, tag: 1108, attestation: 'a.b.c' })
    expect(got?.subscription).toBe(hashOf(topic + b.key.clientId))
    expect(Number.isInteger(got?.publishedAt)).toBe(true)
    expect(got?.publishedAt).toBeGreaterThanOrEqual(before - 60_000)
    const back = publish(topic, { tag: 1109 })
    await b.call('irn_publish', back)
    expect((await a.until(1))[0]).toMatchObject({ message: back.message })
    expect(a.delivered).toHaveLength(1)
    expect(b.delivered).toHaveLength(1)
  })

  it('[S1-04] waits for who is not there, in the order it was sent, until that client has it', async () => {
    const [a, b] = [await peer(), await peer()]
    const topic = newTopic()
    const sent = Array.from({ length: 5 }, () => publish(topic))
    for (const each of sent) await a.call('irn_publish', each)
    await b.call('irn_batchSubscribe', { topics: [newTopic(), topic] })
    expect((await b.until(5)).map(({ message }) => message)).toEqual(sent.map(({ message }) => message))
    await b.call('irn_publish', publish(newTopic()))
    await b.close()
    const again = await peer({ key: b.key })
    const late = publish(topic)
    await again.call('irn_subscribe', { topic })
    await a.call('irn_publish', late)
    expect((await again.until(1)).map(({ message }) => message)).toEqual([late.message])
    const third = await peer()
    await third.call('irn_subscribe', { topic })
    expect(await third.until(6)).toHaveLength(6)
    const sender = await peer({ key: a.key })
    await sender.call('irn_subscribe', { topic })
    expect(await sender.call('irn_fetchMessages', { topic })).toEqual({ messages: [], hasMore: false })
    expect(sender.delivered).toEqual([])
  })

  it('[REL-15] is sent again until it is acknowledged, on the same socket and on the next', async () => {
    const [a, b] = [await peer({}, hasty), await peer({ acknowledges: false }, hasty)]
    const topic = newTopic()
    await b.call('irn_subscribe', { topic })
    await a.call('irn_publish', publish(topic))
    const [first, second] = await b.until(2)
    expect(second).toEqual(first)
    await b.close()
    const next = await peer({ key: b.key, acknowledges: false }, hasty)
    await next.call('irn_subscribe', { topic })
    const [third] = await next.until(1)
    next.acknowledge(third?.id ?? 0)
    await next.call('irn_fetchMessages', { topic })
    await next.close()
    const last = await peer({ key: b.key }, hasty)
    await last.call('irn_subscribe', { topic })
    expect(await last.call('irn_fetchMessages', { topic })).toEqual({ messages: [], hasMore: false })
    expect(last.delivered).toEqual([])
  })

  it('is kept once, from any sender and however often it comes', async () => {
    const [a, b, c] = [await peer(), await peer(), await peer()]
    const topic = newTopic()
    await b.call('irn_subscribe', { topic })
    const given = publish(topic)
    const answers = await Promise.all([...Array(10)].map(() => a.call('irn_publish', given)))
    expect(new Set(answers)).toEqual(new Set([true]))
    expect(await c.call('irn_publish', given)).toBe(true)
    const end = publish(topic)
    await a.call('irn_publish', end)
    expect((await b.until(2)).map(({ message }) => message)).toEqual([given.message, end.message])
  })

  it('goes to every socket of a client [REL-18], and an acknowledgement on one does not silence the other', async () => {
    const [wallet, tab] = [await peer({}, hasty), await peer({ acknowledges: false }, hasty)]
    const other = await peer({ key: tab.key }, hasty)
    const topic = newTopic()
    for (const each of [wallet, tab, other]) await each.call('irn_subscribe', { topic })
    await wallet.call('irn_publish', publish(topic, { tag: 1112 }))
    await other.until(1)
    expect(await tab.until(2)).toHaveLength(2)
    await tab.call('irn_publish', publish(topic, { tag: 1112 }))
    await wallet.until(1)
    expect(other.delivered).toHaveLength(1)
  })

  it('can be fetched and received in batches', async () => {
    const [a, b] = [await peer(), await peer()]
    const topics = [newTopic(), newTopic()]
    const messages = topics.map((topic) => publish(topic))
    expect(await a.call('irn_batchPublish', { messages })).toBe(true)
    const fetched = (await b.call('irn_batchFetchMessages', { topics })) as { messages: { message: string }[] }
    expect(fetched.messages.map(({ message }) => message)).toEqual(messages.map(({ message }) => message))
    const receipts = messages.map(({ topic, message }) => ({ topic, messageId: hashOf(message) }))
    expect(await b.call('irn_batchReceive', { receipts })).toBe(true)
    expect(await b.call('irn_batchFetchMessages', { topics })).toEqual({ messages: [], hasMore: false })
    await b.call('irn_batchSubscribe', { topics })
    const subscriptions = topics.map((topic) => ({ topic, id: hashOf(topic + b.key.clientId) }))
    expect(await b.call('irn_batchUnsubscribe', { subscriptions })).toBe(true)
    await a.call('irn_publish', publish(topics[0] ?? ''))
    await b.call('irn_unsubscribe', { topic: topics[0], id: 'x' })
    expect(b.delivered).toEqual([])
  })
})

describe('a session', () => {
  it('[S1-04] is proposed and approved with one call each, without a subscription of its own', async () => {
    const [dapp, wallet] = [await peer(), await peer()]
    const [pairingTopic, sessionTopic] = [newTopic(), newTopic()]
    const [sessionProposal, sessionProposalResponse, sessionSettlementRequest] = [sealed(), sealed(), sealed()]
    expect(await dapp.call('wc_proposeSession', { pairingTopic, sessionProposal, ttl: 300, attestation: 'x' })).toBe(
      true,
    )
    await wallet.call('irn_subscribe', { topic: pairingTopic })
    expect((await wallet.until(1))[0]).toMatchObject({ message: sessionProposal, tag: 1100, attestation: 'x' })
    const approval = { pairingTopic, sessionTopic, sessionProposalResponse, sessionSettlementRequest, ttl: 300 }
    expect(await wallet.call('wc_approveSession', approval)).toBe(true)
    expect((await dapp.until(1))[0]).toMatchObject({ topic: pairingTopic, message: sessionProposalResponse, tag: 1101 })
    await dapp.call('irn_subscribe', { topic: sessionTopic })
    expect((await dapp.until(2))[1]).toMatchObject({
      topic: sessionTopic,
      message: sessionSettlementRequest,
      tag: 1102,
    })
    const request = publish(sessionTopic)
    await dapp.call('irn_publish', request)
    expect((await wallet.until(2))[1]).toMatchObject({ message: request.message })
    expect(wallet.delivered).toHaveLength(2)
  })
})

describe('a call', () => {
  it.each(['"1749831234567890123"', '1749831234567890123', '7', '"a\\"b{"'])('is answered by its id %s', async (id) => {
    const one = await peer()
    const answer = new Promise<string>((resolve) => one.socket.once('message', (data) => resolve(String(data))))
    const params = { note: { id: 5, list: ['"id":6'] }, topic: newTopic() }
    one.socket.send(`{"params":${JSON.stringify(params)},"id":${id},"jsonrpc":"2.0","method":"irn_subscribe"}`)
    expect(await answer).toContain(`{"id":${id},"jsonrpc":"2.0","result":`)
  })

  it.each([
    ['irn_nothing', {}, -32601, 'InvalidMethod'],
    ['irn_subscribe', { topic: '*' }, -32600, 'InvalidTopic'],
    ['irn_subscribe', { topic: `${'0'.repeat(63)}A` }, -32600, 'InvalidTopic'],
    ['irn_subscribe', { topic: ['0'.repeat(64)] }, -32600, 'InvalidTopic'],
    ['irn_subscribe', [], -32600, 'InvalidParams'],
    ['irn_batchSubscribe', { topics: [] }, -32600, 'BatchEmpty'],
    ['irn_batchSubscribe', { topics: Array(501).fill('0'.repeat(64)) }, -32600, 'BatchLimitExceeded'],
    ['irn_publish', publish('0'.repeat(64), { ttl: 29 }), -32000, 'TtlTooShort'],
    ['irn_publish', publish('0'.repeat(64), { ttl: 7 * 86_400 + 1 }), -32000, 'TtlTooLong'],
    ['irn_publish', publish('0'.repeat(64), { ttl: '300' }), -32600, 'InvalidParams'],
    ['irn_publish', publish('0'.repeat(64), { message: 'a'.repeat(64 * 1024 + 1) }), -32600, 'PayloadSizeExceeded'],
    ['irn_publish', publish('0'.repeat(64), { message: '{"open":"text"}' }), -32600, 'InvalidParams'],
    ['irn_publish', publish('0'.repeat(64), { message: '' }), -32600, 'InvalidParams'],
    ['irn_publish', publish('0'.repeat(64), { tag: -1 }), -32600, 'InvalidParams'],
    ['irn_batchPublish', { messages: [null] }, -32600, 'InvalidParams'],
    ['wc_proposeSession', { pairingTopic: 'x' }, -32600, 'InvalidTopic'],
    ['wc_approveSession', { pairingTopic: newTopic(), sessionTopic: newTopic(), ttl: 300 }, -32600, 'InvalidParams'],
  ])('%s with %j is refused with %i %s', async (method, params, code, data) => {
    const one = await peer()
    await expect(one.call(method, params)).rejects.toMatchObject({ code, data, message: expect.any(String) })
  })

  it('[SEC-W-08] for any topic, all topics or a part of one gives nothing that was sent on another', async () => {
    const [a, spy] = [await peer(), await peer()]
    const topic = newTopic()
    await a.call('irn_publish', publish(topic))
    for (const guess of [
      '*',
      '#',
      '%',
      '',
      topic.slice(0, 63),
      topic.toUpperCase(),
      `${topic} `,
      { $ne: null },
      null,
    ]) {
      await expect(spy.call('irn_subscribe', { topic: guess })).rejects.toMatchObject({ data: 'InvalidTopic' })
      await expect(spy.call('irn_fetchMessages', { topic: guess })).rejects.toMatchObject({ data: 'InvalidTopic' })
    }
    expect(spy.delivered).toEqual([])
  })

  it('[REL-16] that is no call is refused and the socket lives; what is no text or too long ends it', async () => {
    const one = await peer()
    for (const text of [
      '',
      '{',
      '[]',
      'null',
      '7',
      '{"id":1}',
      '{"jsonrpc":"2.0","method":"irn_subscribe","params":{}}',
    ]) {
      const answer = new Promise<string>((resolve) => one.socket.once('message', (data) => resolve(String(data))))
      one.socket.send(text)
      expect(JSON.parse(await answer)).toMatchObject({ error: { code: -32600, data: 'Serialization' } })
    }
    for (const id of ['9', '1e9', '-1', '{}', 'null']) one.socket.send(`{"id":${id},"jsonrpc":"2.0","result":true}`)
    expect(await one.call('irn_subscribe', { topic: newTopic() })).toBeTypeOf('string')
    one.socket.send(Buffer.from([1, 2]))
    expect((await one.closed).code).toBe(1003)
    const long = await peer()
    long.socket.send('x'.repeat(1024 * 1024 + 1))
    expect((await long.closed).code).toBe(1009)
  })

  it('for more than a topic holds is refused, other topics are not', async () => {
    const one = await peer()
    const topic = newTopic()
    for (let at = 0; at < 2; at++)
      await one.call('irn_batchPublish', { messages: Array.from({ length: 500 }, () => publish(topic)) })
    await expect(one.call('irn_publish', publish(topic))).rejects.toMatchObject({ data: 'MailboxLimitExceeded' })
    expect(await one.call('irn_publish', publish(newTopic()))).toBe(true)
    const topics = Array.from({ length: 500 }, newTopic)
    await one.call('irn_batchSubscribe', { topics })
    await expect(one.call('irn_subscribe', { topic })).rejects.toMatchObject({ data: 'SubscriberLimitExceeded' })
    expect(await one.call('irn_subscribe', { topic: topics[0] })).toBeTypeOf('string')
    const reader = await peer({ key: createRelayKey() })
    await reader.call('irn_subscribe', { topic })
    // What is acknowledged late on a busy machine comes again.
    const distinct = () => new Set(reader.delivered.map(({ message }) => message)).size
    await expect.poll(distinct, { timeout: 60_000 }).toBe(1_000)
  })
})

it('a socket that only publishes stays open, and one that says nothing is closed', async () => {
  let now = Date.now()
  const still = await startRelay({ db, clock: () => new Date(now) })
  try {
    const active = await peer({}, still)
    const idle = await peer({}, still)
    for (let minute = 0; minute < 6; minute += 2) {
      now += 2 * 60_000
      expect(await active.call('irn_publish', publish(newTopic()))).toBe(true)
    }
    // Each tick looks at the sockets in the order they were opened, so the active one was looked at before.
    expect(await idle.closed).toEqual({ code: 4008, reason: 'Nothing is listened to' })
    expect(await active.call('irn_publish', publish(newTopic()))).toBe(true)
    // What is refused keeps no socket open.
    now += 2 * 60_000
    await expect(active.call('irn_publish', {})).rejects.toMatchObject({ code: expect.any(Number) })
    now += 3 * 60_000 + 1
    expect((await active.closed).code).toBe(4008)
  } finally {
    await still.close()
  }
})
