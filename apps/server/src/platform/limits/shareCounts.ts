import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Cache } from '../cache/cache.js'
import type { Log } from '../log/log.js'

/** Exchanges the usage of clients between processes with a shared store. */
export type SharedCounts = {
  /**
   * Shares what is used up once, such as calls.
   *
   * @param onSpent - Hears what a client spent elsewhere.
   * @returns A function that reports the cost of a client to the other processes.
   */
  spending(name: string, onSpent: (client: string, amount: number) => void): (client: string, amount: number) => void
  /**
   * Shares what is held for a while, such as open sockets.
   *
   * @param own - Gives what clients hold here; those that hold little may be left out.
   * @returns What gives how much a client holds in other processes.
   */
  holding(name: string, own: () => Iterable<[string, number]>): (client: string) => number
  close(): void
}

type Told = z.output<typeof told>

const channel = 'limits'
/** How often costs are published, in milliseconds; open sockets are published every fifth time. */
const shareEvery = 200
const heldTicks = 5
/** After how many milliseconds without a word a process counts as gone. */
const goneAfter = 5_000
/** How often an outage is written to the log, in milliseconds. */
const logEvery = 60_000
const pairsAMessage = 1_000

/**
 * Creates the counts that one process shares with others. Each process goes on counting for itself and adds what it hears, so a call never
 * waits for the store, and while the store is away each counts alone.
 *
 * @param options - The store between processes, and the log for outages.
 * @returns The counts.
 *
 * @example
 * import { createRedisCache } from '../cache/createRedisCache.js'
 * import { createLog } from '../log/log.js'
 * import { shareCounts } from './shareCounts.js'
 * const log = createLog('error')
 * const cache = createRedisCache({ url: 'redis://127.0.0.1:6379', log })
 * const counts = shareCounts({ cache, log })
 */
export function shareCounts({ cache, log }: { cache: Cache; log: Log }): SharedCounts {
  const origin = randomUUID()
  const spenders = new Map<
    string,
    { pending: Map<string, number>; onSpent: (client: string, amount: number) => void }
  >()
  const holders = new Map<string, () => Iterable<[string, number]>>()
  /** The reported counts of the other processes. */
  const others = new Map<string, { at: number; held: Map<string, Map<string, number>> }>()
  let ticks = 0
  let loggedAt = Number.NEGATIVE_INFINITY

  function hear(text: string): void {
    const from = text.slice(0, origin.length)
    if (from === origin) return
    const { spent = {}, held } = parse(text.slice(origin.length))
    for (const [name, pairs] of Object.entries(spent))
      for (const [client, amount] of pairs) spenders.get(name)?.onSpent(client, amount)
    if (held === undefined) return
    const read = new Map(Object.entries(held).map(([name, pairs]) => [name, new Map(pairs)]))
    others.set(from, { at: performance.now(), held: read })
  }

  async function say(told: Told): Promise<void> {
    if (await cache.publish(channel, origin + JSON.stringify(told))) return
    if (performance.now() - loggedAt < logEvery) return
    loggedAt = performance.now()
    log.error('Redis does not answer, so limits are counted by each process alone')
  }

  async function share(): Promise<void> {
    ticks++
    for (const [name, { pending }] of spenders) {
      const pairs = [...pending]
      pending.clear()
      for (let at = 0; at < pairs.length; at += pairsAMessage)
        await say({ spent: { [name]: pairs.slice(at, at + pairsAMessage) } })
    }
    if (ticks % heldTicks !== 0 || holders.size === 0) return
    for (const [from, { at }] of others) if (performance.now() - at > goneAfter) others.delete(from)
    await say({ held: Object.fromEntries([...holders].map(([name, own]) => [name, [...own()]])) })
  }

  const listening = cache.subscribe(channel, hear)
  const timer = setInterval(() => void share(), shareEvery)
  timer.unref()

  return {
    spending(name, onSpent) {
      const pending = new Map<string, number>()
      spenders.set(name, { pending, onSpent })
      return (client, amount) => void pending.set(client, (pending.get(client) ?? 0) + amount)
    },
    holding(name, own) {
      holders.set(name, own)
      return (client) => {
        let sum = 0
        for (const { at, held } of others.values())
          if (performance.now() - at <= goneAfter) sum += held.get(name)?.get(client) ?? 0
        return sum
      }
    },
    close() {
      clearInterval(timer)
      void listening.then((stop) => stop())
    },
  }
}

const pairs = z.record(z.string(), z.array(z.tuple([z.string(), z.number()])))
const told = z.object({ spent: z.optional(pairs), held: z.optional(pairs) })

/** Another version of the server may say it otherwise; what is not understood counts nothing. */
function parse(text: string): Told {
  try {
    return told.parse(JSON.parse(text))
  } catch {
    return {}
  }
}
