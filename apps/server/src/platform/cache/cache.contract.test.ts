import { afterAll, describe, expect, it } from 'vitest'
import { findRedis } from '../../../test/findService.js'
import { startWay } from '../../../test/startWay.js'
import { createLog } from '../log/log.js'
import type { Cache } from './cache.js'
import { createMemoryCache } from './createMemoryCache.js'
import { createRedisCache } from './createRedisCache.js'

const redis = await findRedis()
if (redis === undefined)
  console.warn('Skipped: the cache contract over Redis (no TEST_REDIS_URL and no redis-server in the path)')
const log = createLog('silent')
afterAll(() => redis?.stop())

const fillings: [string, () => Cache][] = [
  ['memory', () => createMemoryCache()],
  ['Redis', () => createRedisCache({ url: redis?.url ?? '', prefix: `test:${Math.random()}:`, log })],
]

describe.each(fillings)('a cache in %s', (name, create) => {
  const run = it.skipIf(name === 'Redis' && redis === undefined)

  run('gives what was kept, and nothing else', async () => {
    const cache = create()
    expect(await cache.get('a')).toBeUndefined()
    await cache.set('a', '1', 10_000)
    await cache.set('b', '', 10_000)
    await cache.set('🔑 %\n__proto__', '{"x":"\u0000💥"}', 10_000)
    expect(await cache.get('a')).toBe('1')
    expect(await cache.get('b')).toBe('')
    expect(await cache.get('🔑 %\n__proto__')).toBe('{"x":"\u0000💥"}')
    expect(await cache.get('__proto__')).toBeUndefined()
    await cache.close()
  })

  run('replaces and deletes', async () => {
    const cache = create()
    await cache.set('a', '1', 10_000)
    await cache.set('a', '2', 10_000)
    expect(await cache.get('a')).toBe('2')
    await cache.delete('a')
    await cache.delete('a')
    expect(await cache.get('a')).toBeUndefined()
    await cache.close()
  })

  run('forgets after the time that was given', async () => {
    const cache = create()
    await cache.set('short', '1', 30)
    await cache.set('none', '1', 0)
    await cache.set('long', '1', 60_000)
    expect(await cache.get('none')).toBeUndefined()
    await new Promise((resolve) => setTimeout(resolve, 80))
    expect(await cache.get('short')).toBeUndefined()
    expect(await cache.get('long')).toBe('1')
    await cache.close()
  })

  run('tells each listener of a channel, and nobody else', async () => {
    const cache = create()
    const heard: string[] = []
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const stop = await cache.subscribe('a', (text) => heard.push(`1 ${text}`))
    await cache.subscribe('a', (text) => {
      heard.push(`2 ${text}`)
      if (text === 'end') arrive()
    })
    await cache.subscribe('b', (text) => heard.push(`b ${text}`))
    await cache.publish('a', '💥 \n')
    await cache.publish('nobody', 'x')
    await cache.publish('b', 'other')
    stop()
    stop()
    await cache.publish('a', 'end')
    await arrived
    expect(heard.sort()).toEqual(['1 💥 \n', '2 end', '2 💥 \n', 'b other'])
    await cache.close()
  })

  run('keeps megabytes', async () => {
    const cache = create()
    const big = 'x'.repeat(2_000_000)
    await cache.set('big', big, 10_000)
    expect((await cache.get('big'))?.length).toBe(2_000_000)
    await cache.close()
  })
})

it('in memory: drops what was used least recently when it is full, and what is larger than itself', async () => {
  const cache = createMemoryCache({ maxSize: 25 })
  await cache.set('a', '123456789', 10_000)
  await cache.set('b', '123456789', 10_000)
  await cache.get('a')
  await cache.set('c', '123456789', 10_000)
  expect([await cache.get('a'), await cache.get('b'), await cache.get('c')]).toEqual([
    '123456789',
    undefined,
    '123456789',
  ])
  await cache.set('d', 'x'.repeat(100), 10_000)
  expect(await cache.get('d')).toBeUndefined()
})

it('in Redis: an outage is an empty cache, not an error', async () => {
  const cache = createRedisCache({ url: 'redis://127.0.0.1:9', log })
  await cache.set('a', '1', 1_000)
  expect(await cache.get('a')).toBeUndefined()
  await cache.delete('a')
  const stop = await cache.subscribe('a', () => undefined)
  await cache.publish('a', '1')
  stop()
  await cache.close()
})

it.skipIf(redis === undefined)(
  'in Redis: comes back by itself from connections that are lost without a word',
  async () => {
    const way = await startWay(redis?.url ?? '')
    const cache = createRedisCache({ url: way.url, prefix: `test:${Math.random()}:`, log, pingEvery: 100 })
    const heard: string[] = []
    await cache.subscribe('a', (text) => heard.push(text))
    await cache.publish('a', '1')
    await expect.poll(() => heard).toEqual(['1'])
    expect(await cache.isUnreachable?.()).toBe(false)
    way.isShut = true
    way.silence()
    expect(await cache.isUnreachable?.()).toBe(true)
    way.isShut = false
    await expect.poll(() => cache.isUnreachable?.()).toBe(false)
    await expect.poll(async () => (await cache.publish('a', '2')) && heard.includes('2')).toBe(true)
    await cache.close()
    way.stop()
  },
)
