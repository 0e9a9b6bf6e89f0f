import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { loopbackSites } from '@latchkey/protocol/internal/origins'
import type { Cache } from '../platform/cache/cache.js'
import type { ClientIp } from '../platform/http/clientIp.js'
import { createSiteMatcher } from '../platform/http/createSiteMatcher.js'
import type { SocketShare } from '../platform/limits/createSocketShare.js'
import type { Gate } from '../platform/limits/gate.js'
import type { ClockWatch } from './createClockWatch.js'
import { createUsedTokens } from './createUsedTokens.js'
import { readToken } from './readToken.js'
import { tokenReuse } from './relayLimits.js'

/** Admits clients to sockets. */
export type Admission = {
  /** Returns whether an upgrade asks for the relay at all. */
  isMeant(request: IncomingMessage): boolean
  /** Returns who comes in, and from where, or with which code and words the socket is to be closed. */
  check(
    request: IncomingMessage,
  ): Promise<
    | { clientId: string; ip: string; refusal?: undefined }
    | { clientId?: undefined; ip?: undefined; refusal: { closeCode: number; reason: string } }
  >
}

/** A client that gets this code does not try again. */
const fatal = 3000
const tooMany = 1013
/** How many used tokens this process remembers. */
const usedTokens = 250_000

/**
 * Creates the door of the relay. The texts of its refusals are known to existing clients, which turn them into what people read.
 *
 * @param options - The gate, how many sockets one client has, who calls, where used tokens are published to other processes, the addresses of the relay (absent: the one that was
 * called), the sites whose pages may use it (absent: all), by how many seconds clocks may differ, the clock, and what compares it with those of clients.
 * @returns The door.
 */
export function createAdmission(options: {
  gate: Gate
  /** How many sockets one client has; absent: as many as it likes. */
  share?: SocketShare
  clientIp: ClientIp
  cache: Cache
  urls: readonly string[] | undefined
  sites: readonly string[] | undefined
  leeway: number
  clock: () => Date
  clockWatch?: ClockWatch
}): Admission {
  const { gate, share, clientIp, cache, leeway, clock, clockWatch } = options
  const hosts = options.urls?.map(hostOf)
  // Apart from the entries of the cache: pictures that anybody has this server read would push tokens out.
  const used = createUsedTokens({ most: usedTokens, clock })
  const isSite =
    options.sites && createSiteMatcher('LATCHKEY_RELAY_SITES', [...options.sites, ...loopbackSites], { isLocal: true })

  /** A copied token must not be reused, as it would receive the owner's messages. */
  async function isSpent(token: string, ip: string, expiresAt: number, now: number): Promise<boolean> {
    // Of what is signed alone: the signature can be written in many ways that all say the same.
    const signed = token.slice(0, token.lastIndexOf('.'))
    const id = createHash('sha256').update(signed).digest('base64url').slice(0, 22)
    const known = used.read(id)
    if (known !== undefined) return !known.isYoung
    const [key, youngKey] = [`relay:token:${id}`, `relay:token:young:${id}`]
    // No time is written down: the clocks of the processes that share a cache may differ.
    if ((await cache.get(key)) !== undefined) return (await cache.get(youngKey)) === undefined
    // Another process takes the token for longer than this one where its clock is behind.
    const life = expiresAt + 2 * leeway * 1_000 - now
    const young = Math.min(tokenReuse, life)
    used.add(id, { ip, young, life })
    await Promise.all([cache.set(youngKey, '1', young), cache.set(key, '1', life)])
    return false
  }

  async function admit(request: IncomingMessage, ip: string): Promise<string> {
    const { query, token } = read(request)
    const projectId = query.get('projectId')
    if (!projectId) throw new LatchkeyError('UNAUTHORIZED', 'Unauthorized: invalid key')
    try {
      gate.project(projectId)
    } catch (cause) {
      throw new LatchkeyError('UNAUTHORIZED', 'Unauthorized: invalid key', { cause })
    }
    const { origin } = request.headers
    if (origin !== undefined && isSite && !isSite(origin))
      throw new LatchkeyError('UNAUTHORIZED', 'Unauthorized: origin not allowed')
    const now = clock().getTime()
    const called = request.headers.host?.toLowerCase() ?? ''
    const { clientId, expiresAt } = readToken(token, {
      now,
      leeway,
      isAudience: (audience) => (hosts ?? [called]).includes(hostOf(audience)),
      onBegin: (seconds) => clockWatch?.see(ip, seconds),
    })
    if (await isSpent(token, ip, expiresAt, now))
      throw new LatchkeyError('UNAUTHORIZED', 'JWT validation error: JWT Token was used before')
    return clientId
  }

  return {
    isMeant(request) {
      if (!/^\/?(\?|$)/.test(request.url ?? '')) return false
      const { query, token } = read(request)
      return token !== '' || query.has('projectId')
    },
    async check(request) {
      const forwarded = request.headers['x-forwarded-for']
      const ip = clientIp(request.socket.remoteAddress, Array.isArray(forwarded) ? forwarded.join(',') : forwarded)
      try {
        gate.limit(ip)
      } catch {
        return { refusal: { closeCode: tooMany, reason: 'Too many connections, try again later' } }
      }
      if (share?.take(ip, request.socket) === false)
        return { refusal: { closeCode: tooMany, reason: 'Too many sockets are open to your address' } }
      try {
        return { clientId: await admit(request, ip), ip }
      } catch (error) {
        if (!(error instanceof LatchkeyError)) throw error
        return { refusal: { closeCode: fatal, reason: error.message } }
      }
    },
  }
}

function read(request: IncomingMessage): { query: URLSearchParams; token: string } {
  const query = new URLSearchParams((request.url ?? '').split('?', 2)[1])
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return { query, token: query.get('auth') || bearer || '' }
}

/** Host, and port unless it is the usual one; the scheme differs before and behind a proxy that ends TLS. */
function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined
}
