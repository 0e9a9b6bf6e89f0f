import { Duplex } from 'node:stream'
import { afterAll, afterEach, expect, it } from 'vitest'
import { findRedis } from '../../../test/findService.js'
import { startTestServer } from '../../../test/startTestServer.js'
import { createStorageQuota } from '../../relay/createStorageQuota.js'
import { addressShare } from '../../relay/relayLimits.js'
import type { RunningServer } from '../../startServer.js'
import { createMemoryCache } from '../cache/createMemoryCache.js'
import { createRedisCache } from '../cache/createRedisCache.js'
import { createLog } from '../log/log.js'
import { createSharedRateLimit } from './createSharedRateLimit.js'
import { createSocketShare } from './createSocketShare.js'
import { type SharedCounts, shareCounts } from './shareCounts.js'

const redis = await findRedis()
if (redis === undefined) console.warn('Skipped: limits over Redis (no TEST_REDIS_URL and no redis-server in the path)')
const run = it.skipIf(redis === undefined)
const silent = createLog('silent')
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})
afterAll(() => redis?.stop())

const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const chains = [{ caip2: 'eip155:5' as const, name: 'Five', rpc: ['http://127.0.0.1:9'], nativeCurrency }]
const burst = 100

async function startServer(url: string): Promise<RunningServer> {
  const env = {
    LATCHKEY_MODE: 'production',
    LATCHKEY_TRUSTED_PROXIES: '127.0.0.1',
    LATCHKEY_RATE_LIMIT: '1',
    LATCHKEY_RATE_BURST: String(burst),
    REDIS_URL: url,
  }
  const server = await startTestServer({ chains, env })
  ends.push(() => server.close())
  return server
}

/** Whether a call from an address is let in. */
async function call({ url }: RunningServer, ip: string): Promise<boolean> {
  const answer = await fetch(`${url}/getWallets?projectId=p&page=1&entries=1`, { headers: { 'x-forwarded-for': ip } })
  await answer.arrayBuffer()
  return answer.status !== 429
}

run(
  'two servers over one Redis count the calls of a client together, and each goes on alone when Redis is gone',
  async () => {
    const own = await findRedis()
    ends.push(() => own?.stop())
    const [one, other] = [await startServer(own?.url ?? ''), await startServer(own?.url ?? '')]
    const spent = await Promise.all(Array.from({ length: burst }, () => call(one, '203.0.113.1')))
    expect(spent).not.toContain(false)
    let calls = 0
    const again = () => {
      calls++
      return call(other, '203.0.113.1')
    }
    await expect.poll(again, { interval: 50, timeout: 20_000 }).toBe(false)
    expect(calls, 'alone it lets so many in').toBeLessThan(burst)
    expect(await call(other, '203.0.113.2')).toBe(true)
    // One that the environment names is not ours to stop.
    if (process.env.TEST_REDIS_URL) return
    await own?.stop()
    for (const server of [one, other]) {
      const calls = await Promise.all(Array.from({ length: burst + 5 }, () => call(server, '203.0.113.3')))
      expect(calls.filter(Boolean).length).toBeGreaterThanOrEqual(burst)
      expect(calls).toContain(false)
    }
  },
  60_000,
)

/** The counts of two processes. */
function twoProcesses(): [SharedCounts, SharedCounts] {
  const prefix = `test:${Math.random()}:`
  const make = () => {
    const cache = createRedisCache({ url: redis?.url ?? '', prefix, log: silent })
    const counts = shareCounts({ cache, log: silent })
    ends.push(() => {
      counts.close()
      return cache.close()
    })
    return counts
  }
  return [make(), make()]
}

run(
  'sockets and relay storage of one client address count in each process, until the process is gone',
  async () => {
    const [here, there] = twoProcesses()
    const ip = '203.0.113.9'
    const open = (counts: SharedCounts) =>
      createSocketShare({ maxSockets: 16, exemptLoopback: false, shared: { counts, name: 'sockets' } })
    const keep = (counts: SharedCounts) =>
      createStorageQuota({ most: 10 * addressShare, exemptLoopback: false, counts })
    const [sockets, storage] = [open(here), keep(here)]
    const [otherSockets, otherStorage] = [open(there), keep(there)]
    const held = Array.from({ length: 4 }, () => new Duplex({ read: () => undefined }))
    for (const socket of held) expect(sockets.take(ip, socket)).toBe(true)
    expect(storage.take(ip, 10, Date.now() + 60_000)).toBeDefined()
    const admits = () => {
      const socket = new Duplex({ read: () => undefined })
      const isIn = otherSockets.take(ip, socket)
      socket.destroy()
      return isIn
    }
    const keeps = () => {
      const claim = otherStorage.take(ip, 1, Date.now() + 60_000)
      if (claim) otherStorage.release(claim)
      return claim !== undefined
    }
    await expect.poll(() => [admits(), keeps()], { timeout: 10_000 }).toEqual([false, false])
    expect(otherSockets.take('203.0.113.8', new Duplex({ read: () => undefined }))).toBe(true)
    here.close()
    await expect.poll(() => [admits(), keeps()], { timeout: 20_000 }).toEqual([true, true])
  },
  40_000,
)

it('while Redis is away each process counts alone, and the log says so once a minute', async () => {
  const lines: string[] = []
  const log = { ...silent, error: (text: string) => void lines.push(text) } as typeof silent
  const cache = createRedisCache({ url: 'redis://127.0.0.1:9', log: silent })
  let failed = 0
  const counted = {
    ...cache,
    async publish(channel: string, text: string) {
      const isTold = await cache.publish(channel, text)
      if (!isTold) failed++
      return isTold
    },
  }
  const counts = shareCounts({ cache: counted, log })
  ends.push(() => {
    counts.close()
    return cache.close()
  })
  const limit = createSharedRateLimit({ rate: 1, burst: 3, name: 'calls', counts })
  const now = Date.now()
  for (let at = 0; at < 3; at++) expect(limit.take('203.0.113.1', 1, now)).toBe(0)
  expect(limit.take('203.0.113.1', 1, now)).toBeGreaterThan(0)
  await expect
    .poll(() => {
      limit.take(`198.51.100.${failed}`, 1, now)
      return failed
    })
    .toBeGreaterThan(2)
  expect(lines).toEqual(['Redis does not answer, so limits are counted by each process alone'])
}, 20_000)

it('what another version of the server says and this one does not understand counts nothing', async () => {
  const cache = createMemoryCache()
  const counts = shareCounts({ cache, log: silent })
  ends.push(() => counts.close())
  const limit = createSharedRateLimit({ rate: 1, burst: 3, name: 'calls', counts })
  const from = 'f'.repeat(36)
  for (const text of ['', 'x', `${from}{`, `${from}{"spent":{"calls":[["203.0.113.1","9"]]}}`])
    await cache.publish('limits', text)
  expect(limit.take('203.0.113.1', 3, Date.now())).toBe(0)
  await cache.publish('limits', `${from}${JSON.stringify({ spent: { calls: [['203.0.113.2', 3]] } })}`)
  expect(limit.take('203.0.113.2', 1, Date.now())).toBeGreaterThan(0)
})
