import type { SQL } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bent, createRelayKey } from '../../test/createRelayKey.js'
import { newTopic, openRelayPeer, type PeerOptions, type RelayPeer, sealed } from '../../test/openRelayPeer.js'
import { type RunningRelay, startRelay } from '../../test/startRelay.js'
import { startTestServer } from '../../test/startTestServer.js'
import { createMemoryCache } from '../platform/cache/createMemoryCache.js'
import type { Db } from '../platform/db/db.js'
import { openPglite } from '../platform/db/openPglite.js'
import { createRateLimit } from '../platform/limits/rateLimit.js'
import { createBackpressure } from './createBackpressure.js'

const day = 86_400
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
let db: Db
const relays: RunningRelay[] = []

async function start(options: Partial<Parameters<typeof startRelay>[0]> = {}): Promise<RunningRelay> {
  const relay = await startRelay({ db, ...options })
  relays.push(relay)
  return relay
}
let open: RunningRelay

beforeAll(async () => {
  db = await openPglite(undefined)
  open = await start()
}, 180_000)
afterAll(async () => {
  for (const relay of relays) await relay.close()
  await db?.close()
})

/** Whether somebody is let in, or with which words not; a refusal must not come at once. */
async function knock(relay: RunningRelay, options: PeerOptions = {}): Promise<string> {
  const began = Date.now()
  const peer = await openRelayPeer(relay.url, options)
  const closed = peer.closed.then(({ code, reason }) => {
    expect(Date.now() - began, 'a refusal at once is answered by another attempt at once').toBeGreaterThan(900)
    return `${code} ${reason}`
  })
  const asked = peer.call('irn_subscribe', { topic: newTopic() }).then(() => 'in')
  const outcome = await Promise.race([closed, asked.catch(() => closed)])
  peer.socket.terminate()
  return outcome
}

describe.concurrent('a socket', () => {
  it('[S1-05] is refused for a project that is not known, or none, in the words clients know', async () => {
    const relay = await start({ projects: ['mine'] })
    expect(await knock(relay, { projectId: 'mine' })).toBe('in')
    expect(await knock(relay, { projectId: 'other' })).toBe('3000 Unauthorized: invalid key')
    expect(await knock(relay, { projectId: undefined })).toBe('3000 Unauthorized: invalid key')
    expect(await knock(open, { projectId: '' })).toBe('3000 Unauthorized: invalid key')
  })

  it('[S1-05] is refused for a page that is not listed, in the words clients know', async () => {
    const relay = await start({ sites: ['https://app.example', 'https://*.shop.example'] })
    const from = (origin: string) => knock(relay, { headers: { origin } })
    const refused = '3000 Unauthorized: origin not allowed'
    expect(await from('https://app.example')).toBe('in')
    expect(await from('https://a.shop.example')).toBe('in')
    expect(await from('http://localhost:5173')).toBe('in')
    expect(await knock(relay), 'a wallet is no page').toBe('in')
    for (const origin of ['https://evil.example', 'https://a.b.shop.example', 'http://app.example', 'null'])
      expect([origin, await from(origin)]).toEqual([origin, refused])
    expect(await knock(open, { headers: { origin: 'https://evil.example' } })).toBe('in')
  })

  const malformed = '3000 JWT validation error: JWT Token is malformed'
  const cases: [string, Bent, string][] = [
    ['a clock 74 minutes ahead', { skew: 74 * 60 }, 'in'],
    ['a clock 74 minutes behind', { skew: -74 * 60 }, 'in'],
    ['a clock 76 minutes ahead', { skew: 76 * 60 }, '3000 JWT validation error: JWT Token is not yet valid'],
    ['a clock a day ahead', { skew: day }, '3000 JWT validation error: JWT Token is not yet valid'],
    ['a clock a day behind', { skew: -day }, 'in'],
    [
      'a clock a day and 76 minutes behind',
      { skew: -day - 76 * 60 },
      '3000 JWT validation error: JWT Token is expired',
    ],
    ['a clock two days behind', { skew: -2 * day }, '3000 JWT validation error: JWT Token is expired'],
    [
      'a life of a year',
      { claims: { exp: Date.now() / 1_000 + 365 * day } },
      '3000 JWT validation error: JWT Token lives too long',
    ],
    ['no times', { claims: { iat: undefined } }, malformed],
    ['times that are texts', { claims: { exp: '9999999999' } }, malformed],
    [
      'the signature of another key',
      { signWith: 'another key' },
      '3000 JWT validation error: JWT Token signature is not valid',
    ],
    ['no signature', { signWith: 'nothing' }, '3000 JWT validation error: JWT Token signature is not valid'],
    ['no algorithm', { header: { alg: 'none' } }, malformed],
    ['another algorithm', { header: { alg: 'HS256' } }, malformed],
    [
      'the key of somebody else',
      { claims: { iss: createRelayKey().clientId } },
      '3000 JWT validation error: JWT Token signature is not valid',
    ],
    [
      'a name that is no key',
      { claims: { iss: 'did:web:evil.example' } },
      '3000 JWT validation error: JWT Token has no usable issuer',
    ],
    [
      'the address of another relay',
      { claims: { aud: 'wss://relay.example' } },
      '3000 JWT validation error: JWT Token is for another audience',
    ],
    ['no audience', { claims: { aud: undefined } }, '3000 JWT validation error: JWT Token is for another audience'],
  ]
  it.each(cases)('[S1-05] [SEC-W-01] whose token has %s is answered as it should', async (_, bent, outcome) => {
    expect(await knock(open, { bent })).toBe(outcome)
  })

  it('[SEC-W-01] is refused when its token is none, changed, or of somebody who used it before', async () => {
    for (const token of ['', 'x', 'a.b.c', `${'a'.repeat(5_000)}.b.c`])
      expect(await knock(open, { token })).toBe(malformed)
    let now = Date.now()
    const relay = await start({ clock: () => new Date(now) })
    const token = createRelayKey().token(relay.url)
    const [head, body, signature] = token.split('.')
    const other = Buffer.from(String(Buffer.from(body ?? '', 'base64url')).replace(/"exp":\d/, '"exp":2')).toString(
      'base64url',
    )
    expect(await knock(relay, { token: `${head}.${other}.${signature}` })).toContain('signature is not valid')
    expect(await knock(relay, { token })).toBe('in')
    expect(await knock(relay, { token }), 'two sockets within a second have one token').toBe('in')
    now += 11_000
    const last = alphabet.indexOf(token.at(-1) ?? '')
    // The last letter of a signature has four bits that mean nothing.
    for (const same of [token, `${token}=`, `${token.slice(0, -1)}${alphabet[last ^ 1]}`])
      expect(await knock(relay, { token: same })).toBe('3000 JWT validation error: JWT Token was used before')
  })

  it('[SEC-W-01] is refused with a token that was used before, also after pictures and blocks have filled the cache', async () => {
    let now = Date.now()
    const clock = () => new Date(now)
    const cache = createMemoryCache({ clock })
    const relay = await start({ clock, cache })
    const token = createRelayKey().token(relay.url)
    expect(await knock(relay, { token })).toBe('in')
    // Fifty pictures of half a megabyte, which anybody can have this server read.
    for (let at = 0; at < 50; at++) await cache.set(`avatar/${at}`, 'x'.repeat(700_000), day * 1_000)
    now += 11_000
    expect(await knock(relay, { token })).toBe('3000 JWT validation error: JWT Token was used before')
  })

  it.each([
    ['ahead', 3_600_000],
    ['behind', -3_600_000],
  ])('[SEC-W-01] has its token used up at the same time at a process whose clock is an hour %s', async (_, off) => {
    let passed = 0
    const clock = () => new Date(Date.now() + passed)
    const shared = { cache: createMemoryCache({ clock }), urls: ['wss://relay.example'] }
    const right = await start({ ...shared, clock })
    const wrong = await start({ ...shared, clock: () => new Date(clock().getTime() + off) })
    const tokens = [createRelayKey(), createRelayKey()].map((key) => key.token('wss://relay.example'))
    expect(await knock(right, { token: tokens[0] ?? '' })).toBe('in')
    expect(await knock(wrong, { token: tokens[0] ?? '' })).toBe('in')
    expect(await knock(wrong, { token: tokens[1] ?? '' })).toBe('in')
    expect(await knock(right, { token: tokens[1] ?? '' })).toBe('in')
    passed = 11_000
    for (const token of tokens)
      for (const relay of [right, wrong])
        expect(await knock(relay, { token })).toBe('3000 JWT validation error: JWT Token was used before')
  })

  it('is let in by each address of the relay and in a header, and beyond the limit not at all', async () => {
    const relay = await start({ urls: ['wss://relay.example', 'https://other.example:8443'], maxSockets: 1 })
    const answerTo = (aud: string) => knock(relay, { bent: { claims: { aud } } })
    expect(await answerTo('wss://relay.example')).toBe('in')
    expect(await answerTo('wss://relay.example:443/')).toBe('in')
    expect(await answerTo('wss://other.example:8443')).toBe('in')
    expect(await answerTo(relay.url)).toContain('another audience')
    expect(await answerTo('nonsense')).toContain('another audience')
    const bent = { claims: { aud: 'wss://relay.example' } }
    const first = await openRelayPeer(relay.url, { bent })
    await first.call('irn_subscribe', { topic: newTopic() })
    expect(await knock(relay, { bent })).toBe('1013 Too many sockets are open')
    first.socket.terminate()
    const key = createRelayKey()
    const authorization = `Bearer ${key.token(open.url)}`
    expect(await knock(open, { key, token: '', headers: { authorization } })).toBe('in')
  })
})

it('a list of sites that is not usable is named by its setting, and not as the one of the wallet', async () => {
  await expect(start({ sites: ['https://*.github.io'] })).rejects.toMatchObject({
    code: 'INVALID_CONFIG',
    message:
      "LATCHKEY_RELAY_SITES: 'https://*.github.io' is no site that can be named: strangers can have names below it",
  })
})

describe('a client that sends too much', () => {
  it('[SEC-W-07] is refused, then cut off, and nobody else notices', async () => {
    const relay = await start({ rate: 20, burst: 100 })
    const [loud, quiet, listener] = [
      await openRelayPeer(relay.url),
      await openRelayPeer(relay.url),
      await openRelayPeer(relay.url),
    ]
    const topic = newTopic()
    await listener.call('irn_subscribe', { topic })
    const calls = Array.from({ length: 1_000 }, () =>
      loud.call('irn_publish', { topic: newTopic(), message: sealed(), ttl: 300, tag: 0 }).catch((error) => error),
    )
    await quiet.call('irn_publish', { topic, message: sealed(), ttl: 300, tag: 0 })
    await listener.until(1)
    expect((await loud.closed).code).toBe(1013)
    const answers = await Promise.all(calls)
    expect(answers.filter((answer) => answer === true).length).toBeLessThan(300)
    expect(answers).toContainEqual(expect.objectContaining({ code: 3001, data: 'TooManyRequests' }))
    expect(await quiet.call('irn_publish', { topic, message: sealed(), ttl: 300, tag: 0 })).toBe(true)
    for (const each of [loud, quiet, listener]) each.socket.terminate()
  })
})

describe('an address with many clients', () => {
  it('[SEC-W-07] sends no more with a dozen keys than its part', async () => {
    const now = new Date()
    const relay = await start({
      clock: () => now,
      exemptLoopback: false,
      rate: 20,
      burst: 5,
      addressRate: createRateLimit({ rate: 20, burst: 50 }),
    })
    const put = (peer: RelayPeer) =>
      peer.call('irn_publish', { topic: newTopic(), message: sealed(), ttl: 300, tag: 0 }).then(
        () => 'kept',
        ({ message }: { message: string }) => message,
      )
    const peers = await Promise.all(Array.from({ length: 12 }, () => openRelayPeer(relay.url)))
    const answers = await Promise.all(peers.flatMap((peer) => Array.from({ length: 5 }, () => put(peer))))
    expect(answers.filter((answer) => answer === 'kept')).toHaveLength(50)
    expect(answers).toContain('Too many messages come from your address, try again in a second')
    for (const { socket } of peers) socket.terminate()
  })

  it('[SEC-W-07] leaves unread no more on all its sockets than its part', async () => {
    const relay = await start({ exemptLoopback: false, unread: createBackpressure(256 * 1024) })
    const writer = await openRelayPeer(relay.url)
    const reader = await openRelayPeer(relay.url, { keeps: false })
    const deaf = await Promise.all(
      [1, 2, 3, 4].map(() => openRelayPeer(relay.url, { keeps: false, acknowledges: false })),
    )
    const topic = newTopic()
    for (const peer of deaf) await peer.call('irn_subscribe', { topic })
    for (const { socket } of deaf) socket.pause()
    // The machine itself takes some megabytes for each socket before any of them wait here.
    for (let at = 0; at < 400; at++)
      await writer.call('irn_publish', { topic, message: sealed(48_000), ttl: 300, tag: 1108 })
    expect(await reader.call('irn_fetchMessages', { topic: newTopic() }), 'who reads is answered').toMatchObject({
      messages: [],
    })
    for (const { socket } of deaf) socket.resume()
    const reasons = await Promise.all(deaf.map(({ closed }) => closed))
    expect(reasons).toEqual(
      deaf.map(() => ({ code: 1013, reason: 'The sockets of your address are not read fast enough' })),
    )
    for (const { socket } of [writer, reader]) socket.terminate()
  }, 120_000)
})

describe('a client that asks for too much', () => {
  it('[SEC-W-07] is closed when it reads no answers, before they fill the memory', async () => {
    const [writer, deaf] = [await openRelayPeer(open.url), await openRelayPeer(open.url, { keeps: false })]
    const topic = newTopic()
    for (let at = 0; at < 60; at++)
      await writer.call('irn_publish', { topic, message: sealed(48_000), ttl: 300, tag: 0 })
    deaf.socket.pause()
    // Each of these answers has 4 MB.
    const calls = Array.from({ length: 40 }, () =>
      deaf.call('irn_fetchMessages', { topic }).then(
        () => 'answered',
        () => 'never',
      ),
    )
    // The questions of two clients are answered in turn, so these end after those.
    for (let at = 0; at < 45; at++) await writer.call('irn_fetchMessages', { topic: newTopic() })
    deaf.socket.resume()
    expect(await deaf.closed).toEqual({ code: 1013, reason: 'Answers are not read fast enough' })
    expect(await Promise.all(calls)).toContain('never')
    writer.socket.terminate()
  }, 60_000)

  it('[SEC-W-07] many times at once asks the database one question after the other', async () => {
    let [asking, most] = [0, 0]
    const query: Db['query'] = Object.create(db.query, {
      execute: {
        value(statement: SQL) {
          most = Math.max(most, ++asking)
          return db.query.execute(statement).finally(() => asking--)
        },
      },
    })
    const relay = await start({ db: { ...db, query } })
    const loud = await openRelayPeer(relay.url, { keeps: false })
    const topic = newTopic()
    await loud.call('irn_subscribe', { topic })
    await Promise.all(Array.from({ length: 60 }, () => loud.call('irn_fetchMessages', { topic })))
    // The sweep may come between.
    expect(most).toBeLessThan(4)
    loud.socket.terminate()
  })

  it.each([
    ['irn_fetchMessages', () => ({ topic: newTopic() })],
    ['irn_batchSubscribe', () => ({ topics: [newTopic()] })],
    ['irn_batchReceive', () => ({ receipts: [{ topic: newTopic(), messageId: newTopic() }] })],
  ] as const)('[SEC-W-07] is refused %s, then cut off', async (method, params) => {
    const now = new Date()
    // A clock that stands still gives nothing back: five of these are let through, so most of the others come in a row.
    const relay = await start({ rate: 20, burst: 5, clock: () => now })
    const loud = await openRelayPeer(relay.url)
    const calls = Array.from({ length: 2_000 }, () => loud.call(method, params()).catch((error) => error))
    expect((await loud.closed).code).toBe(1013)
    const answers = await Promise.all(calls)
    expect(answers).toContainEqual(expect.objectContaining({ code: 3001, data: 'TooManyRequests' }))
  })

  it('behavior: who names each of 500 topics alone is let do so', async () => {
    const relay = await start({ rate: 20, burst: 100 })
    const peer = await openRelayPeer(relay.url)
    const ids = await Promise.all(Array.from({ length: 500 }, () => peer.call('irn_subscribe', { topic: newTopic() })))
    expect(new Set(ids).size).toBe(500)
    expect(await peer.call('irn_fetchMessages', { topic: newTopic() })).toMatchObject({ messages: [] })
    peer.socket.terminate()
  })
})

it('the server has the relay at / beside JSON-RPC, and drains it when it closes', async () => {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chain = { caip2: 'eip155:5' as const, name: 'Five', rpc: ['http://127.0.0.1:9'], nativeCurrency }
  const whole = await startTestServer({ chains: [chain] })
  const url = whole.url.replace('http', 'ws')
  const peer = await openRelayPeer(url)
  await peer.call('irn_subscribe', { topic: newTopic() })
  expect(await (await fetch(`${whole.url}/metrics`)).text()).toMatch(/latchkey_relay_sockets 1/)
  await whole.close()
  expect(await peer.closed).toEqual({ code: 1001, reason: 'The server goes away' })
})

it('compares the clocks of those it refuses too, and takes no word of a token that is not signed', async () => {
  const seen: [ip: string, minutes: number][] = []
  const relay = await start({ clockWatch: { see: (ip, seconds) => seen.push([ip, Math.round(seconds / 60)]) } })
  await knock(relay, { bent: { skew: 3_600 } })
  expect(await knock(relay, { bent: { skew: day } })).toContain('not yet valid')
  await knock(relay, { bent: { skew: day, signWith: 'another key' } })
  expect(seen).toEqual([
    ['127.0.0.1', 60],
    ['127.0.0.1', day / 60],
  ])
})

it('a server in production takes tokens for its public address alone, whatever host is called', async () => {
  const server = await startTestServer({
    env: { LATCHKEY_MODE: 'production', LATCHKEY_PUBLIC_URL: 'https://api.example' },
  })
  const url = server.url.replace('http', 'ws')
  const knockFor = async (audience: string) => {
    const peer = await openRelayPeer(url, { audience, headers: { host: 'other.example' } })
    const closed = peer.closed.then(({ reason }) => reason)
    const asked = peer.call('irn_subscribe', { topic: newTopic() }).then(() => 'in')
    return Promise.race([closed, asked.catch(() => closed)])
  }
  expect(await knockFor('wss://other.example')).toBe('JWT validation error: JWT Token is for another audience')
  expect(await knockFor('wss://api.example')).toBe('in')
  await server.close()
})
