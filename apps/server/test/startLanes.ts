import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp } from '../src/app.js'
import { readEnv } from '../src/env.js'
import { createMemoryCache } from '../src/platform/cache/createMemoryCache.js'
import { readChains } from '../src/platform/chains/readChains.js'
import { openPglite } from '../src/platform/db/openPglite.js'
import { takeConnections } from '../src/platform/http/takeConnections.js'
import { createLog } from '../src/platform/log/log.js'
import { createMetrics } from '../src/platform/metrics/metrics.js'
import { createNodes } from '../src/platform/upstream/nodes.js'

/** One app behind two servers: one with the fast lane before it and one without. */
export async function startLanes(
  options: { rpc?: string; idle?: number; env?: { readonly [name: string]: string }; clock?: () => Date } = {},
) {
  const chains = readChains([
    {
      caip2: 'eip155:31337',
      name: 'Local',
      rpc: [options.rpc ?? 'http://127.0.0.1:9'],
      ws: ['ws://127.0.0.1:9'],
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    },
  ])
  const env = readEnv({ LATCHKEY_LOG_LEVEL: 'silent', ...options.env })
  const nodes = createNodes({ chains, background: false })
  const db = await openPglite(undefined)
  const cache = createMemoryCache()
  const metrics = createMetrics()
  const log = createLog('silent')
  const clock = options.clock ?? (() => new Date())
  const app = await createApp({ env, chains, nodes, db, cache, log, metrics, clock, fetch })
  const limits = { keepAliveTimeout: 65_000, headersTimeout: 30_000, requestTimeout: 60_000 }
  const fast = createServer(limits, app.listener)
  const plain = createServer(limits, app.listener)
  const lane = app.lane({ handOver: takeConnections(fast), idle: options.idle ?? 65_000 })
  fast.on('connection', lane.take)
  let handedOver = 0
  fast.on('request', () => {
    handedOver++
  })
  for (const server of [fast, plain]) server.on('upgrade', app.upgrade)
  const [fastPort, plainPort] = [await listen(fast), await listen(plain)]
  return {
    fastPort,
    plainPort,
    lane,
    metrics,
    /** How many requests the full server behind the lane has seen. */
    handedOver: () => handedOver,
    async close() {
      app.close()
      lane.destroy()
      await Promise.all([fast, plain].map(stop))
      nodes.close()
      await cache.close()
      await db.close()
    },
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
