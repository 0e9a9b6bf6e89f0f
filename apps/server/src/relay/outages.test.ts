import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createRelayKey } from '../../test/createRelayKey.js'
import { findPostgres } from '../../test/findService.js'
import { newTopic, openRelayPeer, type PeerOptions, sealed } from '../../test/openRelayPeer.js'
import { startRelay } from '../../test/startRelay.js'
import { startWay } from '../../test/startWay.js'
import { createPool } from '../platform/db/createPool.js'
import { openPostgres } from '../platform/db/openPostgres.js'

const postgres = await findPostgres()
if (postgres === undefined)
  console.warn('Skipped: relays whose database or clock fails (no TEST_DATABASE_URL and no initdb found)')
const url = postgres?.url ?? ''
const publish = (topic: string) => ({ topic, message: sealed(), ttl: 300, tag: 1108 })

describe.skipIf(postgres === undefined)('a relay over PostgreSQL', () => {
  const endings: (() => unknown)[] = []
  afterEach(async () => {
    for (const end of endings.splice(0).reverse()) await end()
  })
  afterAll(() => postgres?.stop())

  async function open(options: Partial<Parameters<typeof startRelay>[0]> = {}, place = url) {
    const db = await openPostgres(place)
    const relay = await startRelay({ db, ...options })
    endings.push(
      () => db.close(),
      () => relay.close(),
    )
    return relay
  }
  async function enter(relay: { url: string }, topic: string, options: PeerOptions = {}) {
    const peer = await openRelayPeer(relay.url, options)
    endings.push(peer.close)
    await peer.call('irn_subscribe', { topic })
    return peer
  }
  const anHourAhead = () => new Date(Date.now() + 3_600_000)

  it('behavior: one whose clock is an hour ahead gives what is acknowledged once', async () => {
    const [near, far] = [await open(), await open({ clock: anHourAhead })]
    const topic = newTopic()
    const [a, b] = [await enter(near, topic), await enter(far, topic)]
    // Each look at what the other process keeps finds the messages of the last seconds.
    const sent = [publish(topic), publish(topic), publish(topic)]
    for (const [at, message] of sent.entries()) {
      await a.call('irn_publish', message)
      await b.until(at + 1)
    }
    expect(b.delivered.map(({ message }) => message)).toEqual(sent.map(({ message }) => message))
  }, 60_000)

  it('behavior: one whose clock is an hour ahead sends again what is not acknowledged, and heeds a late answer', async () => {
    const relay = await open({ clock: anHourAhead, resendAfter: 1_500 })
    const topic = newTopic()
    const [a, b] = [await enter(relay, topic), await enter(relay, topic, { acknowledges: false })]
    await a.call('irn_publish', publish(topic))
    const [first, second] = await b.until(2)
    expect(second?.message).toBe(first?.message)
    b.acknowledge(second?.id ?? 0)
    const count = async (outcome: string) => {
      const { values } = await relay.metrics.relayMessages.get()
      return values.find(({ labels }) => labels.outcome === outcome)?.value
    }
    await expect.poll(() => count('acknowledged')).toBe(1)
    expect(await count('repeated')).toBe(1)
  }, 60_000)

  it('behavior: a client that comes back gets nothing again of what it has acknowledged', async () => {
    const [near, far] = [await open(), await open()]
    const topic = newTopic()
    const key = createRelayKey()
    const [a, b] = [await enter(near, topic), await enter(far, topic, { key })]
    await a.call('irn_publish', publish(topic))
    await b.until(1)
    await b.close()
    const back = await enter(far, topic, { key })
    // The first may still be there when it comes in, the next is found by a look at what the other process keeps.
    const next = [publish(topic), publish(topic)]
    for (const [at, message] of next.entries()) {
      await a.call('irn_publish', message)
      await back.until(at + 1)
    }
    expect(back.delivered.map(({ message }) => message)).toEqual(next.map(({ message }) => message))
  }, 60_000)

  it('behavior: a message that was kept without the relay knowing it reaches the subscribers', async () => {
    const way = await startWay(url)
    const relay = await open({}, way.url)
    const topic = newTopic()
    const [a, b] = [await enter(relay, topic), await enter(relay, topic)]
    const message = publish(topic)
    Object.assign(way, { word: 'insert into relay.messages', isHeard: true })
    await expect(a.call('irn_publish', message)).rejects.toMatchObject({ data: 'Internal' })
    way.word = ''
    expect(await a.call('irn_publish', message)).toBe(true)
    expect((await b.until(1)).map((each) => each.message)).toEqual([message.message])
    way.stop()
  }, 60_000)

  it('behavior: what another process kept while the database was away for long reaches those who listen', async () => {
    const way = await startWay(url)
    const [near, far] = [await open(), await open({}, way.url)]
    const topic = newTopic()
    const [a, b] = [await enter(near, topic), await enter(far, topic)]
    await a.call('irn_publish', publish(topic))
    await b.until(1)
    Object.assign(way, { word: 'relay', isShut: true })
    await a.call('irn_publish', publish(topic))
    const watcher = createPool(url, { size: 1, wait: 5_000, statement: 0, idleTransaction: 0 })
    const isOld = async () =>
      (
        await watcher.query(
          "select 1 from relay.messages where topic = $1 group by topic having max(published_at) < now() - interval '10 s'",
          [topic],
        )
      ).rowCount
    await expect.poll(isOld, { timeout: 30_000, interval: 500 }).toBe(1)
    await watcher.end()
    Object.assign(way, { word: '', isShut: false })
    expect(await b.until(2)).toHaveLength(2)
    way.stop()
  }, 60_000)
})
