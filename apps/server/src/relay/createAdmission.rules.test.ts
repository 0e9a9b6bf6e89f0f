import type { IncomingMessage } from 'node:http'
import { Duplex } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createRelayKey } from '../../test/createRelayKey.js'
import type { Cache } from '../platform/cache/cache.js'
import { createMemoryCache } from '../platform/cache/createMemoryCache.js'
import { createClientIp } from '../platform/http/clientIp.js'
import { createSocketShare } from '../platform/limits/createSocketShare.js'
import { createGate } from '../platform/limits/gate.js'
import { createRateLimit } from '../platform/limits/rateLimit.js'
import { createAdmission } from './createAdmission.js'
import { tokenReuse } from './relayLimits.js'

type Options = Parameters<typeof createAdmission>[0]
const host = 'relay.example'
const key = createRelayKey()
const used = '3000 JWT validation error: JWT Token was used before'
const invalid = '3000 Unauthorized: invalid key'
const elsewhere = '3000 JWT validation error: JWT Token is for another audience'

/** A door, its clock and its cache, which other processes may share. */
function open({
  projects,
  calls = 1_000,
  ...options
}: Partial<Options> & { projects?: string[]; calls?: number } = {}) {
  let now = Date.now()
  const clock = () => new Date(now)
  const cache = options.cache ?? createMemoryCache({ clock })
  const rateLimit = createRateLimit({ rate: 1, burst: calls })
  const admission = createAdmission({
    gate: createGate({ chains: [], projects, rateLimit, exemptLoopback: false, clock }),
    clientIp: createClientIp(['127.0.0.1']),
    cache,
    urls: undefined,
    sites: undefined,
    leeway: 600,
    clock,
    ...options,
  })
  /** Knocks; says who came in from where, or why nobody did. */
  async function knock({ url, headers, from = '203.0.113.1', socket }: Knock = {}): Promise<string> {
    const path = url ?? `/?auth=${key.token(`wss://${host}`)}&projectId=mine`
    const { clientId, ip, refusal } = await admission.check(requestOf(path, { host, ...headers }, from, socket))
    return refusal ? `${refusal.closeCode} ${refusal.reason}` : `${clientId === key.clientId ? 'in' : clientId} ${ip}`
  }
  const wait = (ms: number) => {
    now += ms
  }
  return { admission, cache, knock, wait }
}
type Knock = { url?: string; headers?: IncomingMessage['headers']; from?: string; socket?: Duplex }

function requestOf(
  url: string | undefined,
  headers: IncomingMessage['headers'] = {},
  remoteAddress = '203.0.113.1',
  socket: Duplex = new Duplex(),
): IncomingMessage {
  return { url, headers, socket: Object.assign(socket, { remoteAddress }) } as unknown as IncomingMessage
}
const urlOf = (token: string, more = '&projectId=mine') => `/?auth=${token}${more}`

describe('an upgrade', () => {
  it('is meant for the relay where it has a token or a project, on the first path', () => {
    const { admission } = open()
    const isMeant = (url: string | undefined, headers = {}) => admission.isMeant(requestOf(url, headers))
    for (const url of ['/?auth=x', '?auth=x', '/?projectId=', '/?projectId=x']) expect(isMeant(url), url).toBe(true)
    expect(isMeant('/', { authorization: 'Bearer x' })).toBe(true)
    expect(isMeant('', { authorization: 'bearer x' })).toBe(true)
    for (const url of ['/', '', undefined, '/?auth=', '/v1?auth=x', '/x?projectId=x', '//?auth=x', '/?other=x'])
      expect(isMeant(url), url).toBe(false)
    for (const authorization of ['Basic x', 'Bearer', 'Bearer x y', 'x Bearer y'])
      expect(isMeant('/', { authorization }), authorization).toBe(false)
  })

  it('comes in with its token in the address or beside it', async () => {
    const { knock } = open()
    expect(await knock()).toBe('in 203.0.113.1')
    const authorization = `Bearer ${key.token(`wss://${host}`)}`
    expect(await knock({ url: '/?projectId=mine', headers: { authorization } })).toBe('in 203.0.113.1')
    const malformed = '3000 JWT validation error: JWT Token is malformed'
    expect(await knock({ url: '/?projectId=mine' })).toBe(malformed)
    expect(await knock({ url: urlOf('none'), headers: { authorization } }), 'the address counts').toBe(malformed)
  })

  it('needs a project that is known, and one at all', async () => {
    const { knock } = open({ projects: ['mine'] })
    const token = () => key.token(`wss://${host}`)
    expect(await knock()).toMatch(/^in/)
    for (const more of ['', '&projectId=', '&projectId=other'])
      expect(await knock({ url: urlOf(token(), more) }), more).toBe(invalid)
    expect(await open().knock({ url: urlOf(token(), '') })).toBe(invalid)
    expect(await open().knock({ url: urlOf(token(), '&projectId=any') })).toMatch(/^in/)
  })

  it('of a page comes from a site that is listed, where there is a list', async () => {
    const { knock } = open({ sites: ['https://app.example'] })
    const from = (origin?: string) => knock({ headers: origin === undefined ? {} : { origin } })
    expect(await from()).toMatch(/^in/)
    expect(await from('https://app.example')).toMatch(/^in/)
    expect(await from('http://localhost:5173')).toMatch(/^in/)
    for (const origin of ['https://evil.example', 'null'])
      expect(await from(origin)).toBe('3000 Unauthorized: origin not allowed')
    expect(await open().knock({ headers: { origin: 'https://evil.example' } })).toMatch(/^in/)
  })

  it('names this relay: the address that was called, or those that are set', async () => {
    const called = open()
    const to = ({ knock }: ReturnType<typeof open>, audience: string, at = host) =>
      knock({ url: urlOf(key.token(audience)), headers: { host: at } })
    expect(await to(called, `https://${host}`)).toMatch(/^in/)
    expect(await to(called, `wss://${host}/path`)).toMatch(/^in/)
    expect(await to(called, 'wss://RELAY.example', 'Relay.Example')).toMatch(/^in/)
    expect(await to(called, `wss://${host}:8443`)).toBe(elsewhere)
    expect(await to(called, 'wss://other.example')).toBe(elsewhere)
    expect(await to(called, 'no address', '')).toBe(elsewhere)
    expect(await called.knock({ url: urlOf(key.token('wss://other.example')), headers: { host: undefined } })).toBe(
      elsewhere,
    )
    const set = open({ urls: ['wss://one.example', 'wss://two.example:8443'] })
    expect(await to(set, 'wss://one.example')).toMatch(/^in/)
    expect(await to(set, 'https://two.example:8443')).toMatch(/^in/)
    expect(await to(set, `wss://${host}`), 'what was called does not count').toBe(elsewhere)
  })

  it('notifies the clock watch from where and how far off its token begins', async () => {
    const seen: unknown[] = []
    const { knock } = open({ clockWatch: { see: (ip, seconds) => seen.push([ip, Math.round(seconds / 10)]) } })
    await knock({ url: urlOf(key.token(`wss://${host}`, { skew: 300 })) })
    expect(seen).toEqual([['203.0.113.1', 30]])
  })
})

describe('a token', () => {
  it('opens sockets for some seconds after its first use, and no more, however its signature is written', async () => {
    const { knock, wait } = open()
    const token = key.token(`wss://${host}`)
    expect(await knock({ url: urlOf(token) })).toMatch(/^in/)
    wait(tokenReuse - 1)
    expect(await knock({ url: urlOf(token) })).toMatch(/^in/)
    wait(1)
    expect(await knock({ url: urlOf(token) })).toBe(used)
    expect(await knock({ url: urlOf(`${token}=`) })).toBe(used)
    expect(await knock({ url: urlOf(key.token(`wss://${host}`, { claims: { sub: 'another' } })) })).toMatch(/^in/)
    wait(86_000_000)
    expect(await knock({ url: urlOf(token) })).toBe(used)
  })

  it('that was used in another process is used here too, and also when the shared cache has lost it', async () => {
    let passed = 0
    const shared = createMemoryCache({ clock: () => new Date(Date.now() + passed) })
    const [one, other] = [open({ cache: shared }), open({ cache: shared })]
    const token = key.token(`wss://${host}`)
    expect(await one.knock({ url: urlOf(token) })).toMatch(/^in/)
    passed = tokenReuse + 1_000
    expect(await other.knock({ url: urlOf(token) })).toBe(used)
    const deaf: Cache = { ...createMemoryCache(), get: async () => undefined }
    const alone = open({ cache: deaf })
    expect(await alone.knock({ url: urlOf(token) })).toMatch(/^in/)
    alone.wait(tokenReuse + 1_000)
    expect(await alone.knock({ url: urlOf(token) })).toBe(used)
  })

  it('is remembered for as long as it could be used', async () => {
    const set: [string, string, number][] = []
    const cache: Cache = {
      ...createMemoryCache(),
      set: async (name, value, ttl) => void set.push([name, value, ttl]),
    }
    const { knock } = open({ cache })
    await knock()
    const ids = set.map(([name]) => /^relay:token:(?:young:)?([\w-]{22})$/.exec(name)?.[1])
    expect([ids.length, new Set(ids).size, ids[0]]).toEqual([2, 1, expect.any(String)])
    const lifeOf = (start: string) => set.find(([name]) => name === `${start}${ids[0]}`)?.[2] ?? 0
    expect(lifeOf('relay:token:young:')).toBe(tokenReuse)
    // Its own day, and by how much the clocks of two processes may each differ from the client's.
    expect(Math.abs(lifeOf('relay:token:') - (86_400 + 2 * 600) * 1_000)).toBeLessThan(60_000)
  })
})

describe('a client address', () => {
  it('is held to the limit of calls before its token is looked at, and known behind a proxy', async () => {
    const busy = '1013 Too many connections, try again later'
    const { knock } = open({ calls: 2 })
    expect(await knock()).toMatch(/^in/)
    expect(await knock({ url: '/?projectId=mine' })).toMatch(/^3000/)
    expect(await knock()).toBe(busy)
    const behind = { from: '127.0.0.1', headers: { 'x-forwarded-for': '203.0.113.1' } }
    expect(await knock(behind)).toBe(busy)
    const hops = ['198.51.100.1', '203.0.113.1'] as unknown as string
    expect(await knock({ from: '127.0.0.1', headers: { 'x-forwarded-for': hops } })).toBe(busy)
    expect(await knock({ from: '203.0.113.2' })).toBe('in 203.0.113.2')
  })

  it('has its share of the sockets until they are closed', async () => {
    const { knock } = open({ share: createSocketShare({ maxSockets: 4, exemptLoopback: false }) })
    const socket = new Duplex()
    expect(await knock({ socket })).toMatch(/^in/)
    expect(await knock()).toBe('1013 Too many sockets are open to your address')
    expect(await knock({ from: '203.0.113.2' })).toMatch(/^in/)
    socket.emit('close')
    expect(await knock()).toMatch(/^in/)
  })

  it('error: a fault of the server itself is no refusal', async () => {
    const broken: Cache = {
      ...createMemoryCache(),
      get: async () => {
        throw new TypeError('Broken')
      },
    }
    await expect(open({ cache: broken }).knock()).rejects.toThrow('Broken')
  })
})
