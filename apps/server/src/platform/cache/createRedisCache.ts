import { Redis } from 'ioredis'
import type { Log } from '../log/log.js'
import { reasonOf } from '../log/withoutValues.js'
import type { Cache } from './cache.js'
import { createChannels } from './createChannels.js'

/**
 * Creates a cache in Redis, shared by all instances that name the same one.
 *
 * @param options - The `redis://` URL, the prefix of all keys, the log for outages, and how often a connection is asked whether it
 * still leads to Redis, in milliseconds: one that does not answer in that time is made anew.
 * @returns The cache; while Redis is away it keeps and gives nothing.
 *
 * @example
 * import { createRedisCache } from './createRedisCache.js'
 * const cache = createRedisCache({ url: 'redis://127.0.0.1:6379', log })
 */
export function createRedisCache({
  url,
  prefix = 'latchkey:',
  log,
  pingEvery = 5_000,
}: {
  url: string
  prefix?: string
  log: Log
  pingEvery?: number
}): Cache {
  const redis = new Redis(url, {
    keyPrefix: prefix,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: 500,
    connectTimeout: 2_000,
    retryStrategy: (times) => Math.min(times * 200, 5_000),
  })
  // Without a listener ioredis prints to the console; each outage is logged once, by the call that failed.
  redis.on('error', () => undefined)
  const ready = new Promise<void>((resolve) => {
    redis.once('ready', resolve)
    redis.once('error', () => resolve())
  })
  const channels = createChannels()
  let down = false
  let listening: Redis | undefined

  const watches = [watch(redis)]

  /** One whose other end went away without a word would be waited for until the system gives up, after a quarter of an hour or never. */
  function watch(connection: Redis): NodeJS.Timeout {
    let isAsked = false
    return setInterval(() => {
      if (isAsked && connection.status === 'ready') connection.disconnect(true)
      isAsked = !isAsked && connection.status === 'ready'
      if (!isAsked) return
      connection.ping().then(
        () => {
          isAsked = false
        },
        () => undefined,
      )
    }, pingEvery).unref()
  }

  /** A connection that listens can do nothing else, so it is one of its own; it takes its channels up again by itself. */
  function listener(): Redis {
    if (listening === undefined) {
      listening = new Redis(url, { retryStrategy: (times) => Math.min(times * 200, 5_000), maxRetriesPerRequest: null })
      listening.on('error', () => undefined)
      watches.push(watch(listening))
      listening.on('message', (channel: string, text: string) => channels.tell(channel, text))
    }
    return listening
  }

  async function guard<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      await ready
      const result = await work()
      down = false
      return result
    } catch (error) {
      if (!down) log.warn({ reason: reasonOf(error) }, 'The cache does not answer')
      down = true
      return undefined
    }
  }

  return {
    async get(key) {
      return (await guard(() => redis.get(key))) ?? undefined
    },
    async set(key, value, ttl) {
      if (ttl > 0) await guard(() => redis.set(key, value, 'PX', Math.ceil(ttl)))
      else await guard(() => redis.del(key))
    },
    async delete(key) {
      await guard(() => redis.del(key))
    },
    async publish(channel, text) {
      return (await guard(() => redis.publish(prefix + channel, text))) !== undefined
    },
    async subscribe(channel, onText) {
      const name = prefix + channel
      if (channels.add(name, onText)) {
        const there = listener().subscribe(name)
        there.catch(() => undefined)
        await Promise.race([there, new Promise((resolve) => setTimeout(resolve, 500).unref())]).catch(() => undefined)
      }
      return () => {
        if (channels.remove(name, onText)) listening?.unsubscribe(name).catch(() => undefined)
      }
    },
    isUnreachable: async () => (await guard(() => redis.ping())) === undefined,
    async close() {
      for (const timer of watches) clearInterval(timer)
      redis.disconnect()
      listening?.disconnect()
    },
  }
}
