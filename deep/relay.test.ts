import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
// biome-ignore lint/style/noRestrictedImports: the database of the server is not an entry point
import { openPglite } from '../apps/server/src/platform/db/openPglite.js'
import { createSteadyPeer } from '../apps/server/test/createSteadyPeer.js'
import { findPostgres } from '../apps/server/test/findService.js'
import { newTopic, openRelayPeer, sealed } from '../apps/server/test/openRelayPeer.js'
import { type FaultProxy, type Faults, noFaults, startFaultProxy } from '../apps/server/test/startFaultProxy.js'
import { startRelay } from '../apps/server/test/startRelay.js'
import { printedSeed, rounds } from './rounds.js'
import { createRandom } from './test/createRandom.js'
import { type Child, startChild } from './test/startChild.js'

/** Requests of one side are answered by the other; gives how often each was done and answered, and what the peers met. */
async function converse(url: string, total: number, onDone: (count: number) => void = () => undefined) {
  const topics = Array.from({ length: 4 }, newTopic)
  const [done, answered] = [new Map<string, number>(), new Map<string, number>()]
  const count = (map: Map<string, number>, body: string) => map.set(body, (map.get(body) ?? 0) + 1)
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const wallet = createSteadyPeer({
    url,
    topics,
    take(topic, body) {
      count(done, body)
      onDone(done.size)
      void wallet.send(topic, `answer ${body}`)
    },
  })
  const dapp = createSteadyPeer({
    url,
    topics,
    take(_, body) {
      count(answered, body)
      if (answered.size === total) finish()
    },
  })
  const width = Math.ceil(total / 20)
  for (let at = 0; at < total; at += width)
    await Promise.all(
      Array.from({ length: Math.min(width, total - at) }, (_, more) =>
        dapp.send(topics[(at + more) % topics.length] ?? '', `request ${at + more}`),
      ),
    )
  await finished
  for (const peer of [dapp, wallet]) peer.close()
  return { done, answered, met: [dapp.counts, wallet.counts] }
}

function expectOnceEach({ done, answered }: Awaited<ReturnType<typeof converse>>, total: number): void {
  expect([done.size, answered.size]).toEqual([total, total])
  expect(new Set([...done.values(), ...answered.values()])).toEqual(new Set([1]))
}

describe('a relay behind a bad network', () => {
  it('[REL-15] [REL-16] loses nothing and nothing is done twice under loss, repetition, delay and spoiled frames', async () => {
    const random = createRandom(printedSeed('relay network'))
    const total = rounds(60, 5_000)
    const db = await openPglite(undefined)
    const relay = await startRelay({ db, resendAfter: 400 })
    const happened = { dropped: 0, repeated: 0, delayed: 0 }
    const bad: Faults = ({ text }) => {
      const luck = random(1, 100)
      if (luck <= 5) {
        happened.dropped++
        return []
      }
      if (luck <= 10) {
        happened.repeated++
        return Array.from({ length: 10 }, () => ({ text, after: random(0, 50) }))
      }
      if (luck <= 40) happened.delayed++
      return [{ text, after: luck <= 40 ? random(1, 50) : 0 }]
    }
    const proxy = await startFaultProxy({ target: relay.url, faults: bad })
    const talk = await converse(proxy.url, total)
    expectOnceEach(talk, total)
    expect(happened.dropped).toBeGreaterThan(0)
    expect(happened.repeated).toBeGreaterThan(0)
    console.log(`relay network: ${total} requests, ${JSON.stringify(happened)}, ${JSON.stringify(talk.met)}`)

    // A changed envelope is the affair of the two ends: they drop it. The relay must go on.
    const spoiling: Faults = ({ text }) => {
      if (random(1, 20) > 1) return [{ text }]
      const at = random(0, text.length - 1)
      const flipped = String.fromCharCode(text.charCodeAt(at) ^ (1 << random(0, 6)))
      return [{ text: text.slice(0, at) + flipped + text.slice(at + 1) }]
    }
    proxy.set(spoiling)
    const accepted: string[] = []
    const topics = [newTopic()]
    const receiver = createSteadyPeer({ url: proxy.url, topics, take: (_, body) => accepted.push(body) })
    const sender = createSteadyPeer({ url: proxy.url, topics: [newTopic()], take: () => undefined })
    await Promise.all(Array.from({ length: total }, (_, at) => sender.send(topics[0] ?? '', `body ${at}`)))
    proxy.set(noFaults)
    // What it asked to hear may have been changed on the way too, and the relay then took it for another topic.
    receiver.again()
    await sender.send(topics[0] ?? '', 'last')
    while (!accepted.includes('last')) await sleep(20)
    expect(new Set(accepted).size, 'nothing twice').toBe(accepted.length)
    expect(accepted.every((body) => /^(body \d+|last)$/.test(body))).toBe(true)
    for (const peer of [receiver, sender]) peer.close()
    await proxy.close()
    await relay.close()
    await db.close()
  })
})

describe('a client that is slow', () => {
  // Long as people meet it, with the times of a real relay; else the same in little.
  const isLong = rounds(1, 2) > 1
  const [resendAfter, delays] = isLong ? [undefined, [31_000, 61_000]] : [200, [400, 900]]

  it.each(delays)(
    '[REL-15] and acknowledges after %i ms, the first time unsuccessfully, gets a message until then and not after',
    async (delay) => {
      const db = await openPglite(undefined)
      const relay = await startRelay({ db, ...(resendAfter === undefined ? {} : { resendAfter }) })
      let lost = 0
      const late: Faults = ({ text, from }) => {
        if (from === 'relay' || !/"result":true/.test(text)) return [{ text }]
        return lost++ === 0 ? [] : [{ text, after: delay }]
      }
      const proxy = await startFaultProxy({ target: relay.url, faults: late })
      const [sender, receiver] = [await openRelayPeer(relay.url), await openRelayPeer(proxy.url)]
      const topic = newTopic()
      const params = { topic, message: sealed(), ttl: 300, tag: 1108 }
      await receiver.call('irn_subscribe', { topic })
      await sender.call('irn_publish', params)
      const acknowledged = async () => {
        const { values } = await relay.metrics.relayMessages.get()
        return values.some(({ labels, value }) => labels.outcome === 'acknowledged' && value > 0)
      }
      while (!(await acknowledged())) await sleep(20)
      expect(receiver.delivered.length).toBeGreaterThan(1)
      expect(new Set(receiver.delivered.map(({ message }) => message))).toEqual(new Set([params.message]))
      await receiver.close()
      const again = await openRelayPeer(relay.url, { key: receiver.key })
      await again.call('irn_subscribe', { topic })
      const end = sealed()
      await sender.call('irn_publish', { ...params, message: end })
      expect((await again.until(1)).map(({ message }) => message)).toEqual([end])
      for (const each of [sender, again, proxy, relay, db]) await each.close()
    },
    240_000,
  )
})

const postgres = await findPostgres()
if (postgres === undefined) console.warn('Skipped: kills over PostgreSQL (no TEST_DATABASE_URL and no initdb found)')
const folder = mkdtempSync(join(tmpdir(), 'latchkey-deep-relay-'))
const places = postgres === undefined ? [] : [['PostgreSQL', postgres.url] as const]
afterAll(async () => {
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe.each([['PGlite', folder] as const, ...places])('a relay over %s that is killed', (_, place) => {
  let child: Child
  let proxy: FaultProxy

  async function start(): Promise<string> {
    child = startChild('relayChild.ts', [place])
    return String((await child.until(({ ready }) => ready === true)).url)
  }
  beforeAll(async () => {
    proxy = await startFaultProxy({ target: await start() })
  }, 180_000)
  afterAll(async () => {
    await proxy?.close()
    await child?.kill()
  })

  it('[REL-14] before it could say that it keeps a message has it afterwards, once', async () => {
    const topic = newTopic()
    const params = { topic, message: sealed(), ttl: 300, tag: 1108 }
    let swallow = () => {}
    const swallowed = new Promise<void>((resolve) => {
      swallow = resolve
    })
    proxy.set(({ text, from }) => {
      if (from === 'client' || !/"result":true/.test(text)) return [{ text }]
      swallow()
      return []
    })
    const sender = await openRelayPeer(proxy.url)
    const unanswered = expect(sender.call('irn_publish', params)).rejects.toThrow(/closed/)
    await swallowed
    await child.kill()
    await unanswered
    proxy.set(noFaults, await start())
    const again = await openRelayPeer(proxy.url, { key: sender.key })
    expect(await again.call('irn_publish', params)).toBe(true)
    const receiver = await openRelayPeer(proxy.url)
    await receiver.call('irn_subscribe', { topic })
    const end = sealed()
    await again.call('irn_publish', { ...params, message: end })
    expect((await receiver.until(2)).map(({ message }) => message)).toEqual([params.message, end])
    for (const each of [again, receiver]) await each.close()
  })

  it('[REL-14] again and again loses no request and no answer, and none is done twice', async () => {
    const kills = rounds(1, 150)
    // Several requests between two kills, so that each kill meets a relay at work.
    const total = Math.max(20, Math.ceil((kills * 20) / 3))
    const every = Math.floor(total / (kills + 1))
    let [killed, killing] = [0, Promise.resolve()]
    const killAndStart = async () => {
      await child.kill()
      proxy.set(noFaults, await start())
    }
    const talk = await converse(proxy.url, total, (count) => {
      if (count % every !== 0 || killed === kills) return
      killed++
      killing = killing.then(killAndStart)
    })
    await killing
    expect(killed).toBe(kills)
    expectOnceEach(talk, total)
    console.log(`relay kills: ${total} requests, ${kills} kills, ${JSON.stringify(talk.met)}`)
  })
})
