import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { readEnv } from '../src/env.js'
import type { Cache } from '../src/platform/cache/cache.js'
import { createMemoryCache } from '../src/platform/cache/createMemoryCache.js'
import type { Db } from '../src/platform/db/db.js'
import { createClientIp } from '../src/platform/http/clientIp.js'
import { createGate } from '../src/platform/limits/gate.js'
import { createRateLimit, type RateLimit } from '../src/platform/limits/rateLimit.js'
import { createLog } from '../src/platform/log/log.js'
import { createMetrics, type Metrics } from '../src/platform/metrics/metrics.js'
import { createAdmission } from '../src/relay/createAdmission.js'
import type { Unread } from '../src/relay/createBackpressure.js'
import type { ClockWatch } from '../src/relay/createClockWatch.js'
import { createRelay } from '../src/relay/createRelay.js'
import { createStorageQuota } from '../src/relay/createStorageQuota.js'

/** A relay that listens. */
export type RunningRelay = {
  url: string
  port: number
  metrics: Metrics
  /** Ends all connections without a word, as a network does. */
  cut(): void
  close(): Promise<void>
}

/** Starts a relay over a database; what it is not told is as open as it can be. */
export async function startRelay(options: {
  db: Db
  cache?: Cache
  port?: number
  projects?: readonly string[]
  sites?: readonly string[]
  urls?: readonly string[]
  rate?: number
  burst?: number
  maxSockets?: number
  addressRate?: RateLimit
  unread?: Unread
  /** Whether those who come from this machine have no part of their own; yes unless said otherwise. */
  exemptLoopback?: boolean
  resendAfter?: number
  leeway?: number
  clock?: () => Date
  clockWatch?: ClockWatch
}): Promise<RunningRelay> {
  const { clock = () => new Date(), cache = createMemoryCache(), leeway = readEnv({}).LATCHKEY_RELAY_LEEWAY } = options
  const metrics = createMetrics()
  const unlimited = createRateLimit({ rate: 0, burst: 1 })
  const clientIp = createClientIp([])
  const gate = createGate({ chains: [], projects: options.projects, rateLimit: unlimited, exemptLoopback: true, clock })
  const relay = createRelay({
    db: options.db,
    cache,
    admission: createAdmission({
      gate,
      clientIp,
      cache,
      urls: options.urls,
      sites: options.sites,
      leeway,
      clock,
      ...(options.clockWatch === undefined ? {} : { clockWatch: options.clockWatch }),
    }),
    rateLimit: createRateLimit({ rate: options.rate ?? 0, burst: options.burst ?? 100 }),
    storage: createStorageQuota({ most: 0, exemptLoopback: options.exemptLoopback ?? true }),
    ...(options.addressRate === undefined ? {} : { addressRate: options.addressRate }),
    ...(options.unread === undefined ? {} : { unread: options.unread }),
    maxSockets: options.maxSockets ?? 10_000,
    log: createLog('silent'),
    metrics,
    clock,
    ...(options.resendAfter === undefined ? {} : { resendAfter: options.resendAfter }),
  })
  const server = createServer()
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (request, socket, head) => {
    if (!relay.upgrade(request, socket, head)) socket.end('HTTP/1.1 404 Not Found\r\n\r\n')
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `ws://127.0.0.1:${port}`,
    port,
    metrics,
    cut() {
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      await relay.close()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}
