import { Refusal } from '../http/refusal.js'
import { networkOf } from './networkOf.js'

/** Lets only so many pieces of one kind of work run at once; what comes besides waits for its turn. */
export type FairQueue = {
  /**
   * Runs something in turn: those who wait longest go first, but one network never twice before another that waits. Where too many
   * wait, the network that waits for most loses its last place to one that waits for less.
   *
   * @throws Refusal 503 with `Retry-After` when too many wait, or the wait is over.
   */
  run<Result>(ip: string, run: () => Promise<Result>): Promise<Result>
}

type Waiting = { begin: () => void; refuse: () => void }

/**
 * Creates the queue of one kind of work.
 *
 * @param options - The field that refusals name, and in which words, how many run at once, how many wait at most, and how long, in milliseconds.
 * @returns The queue.
 */
export function createFairQueue(options: {
  field: string
  refusal: string
  atOnce: number
  waiting: number
  timeout: number
}): FairQueue {
  const { field, refusal, atOnce, timeout } = options
  // The network that is served next stands first.
  const queues = new Map<string, Set<Waiting>>()
  let [running, waiting] = [0, 0]

  const refuse = () => new Refusal(503, field, refusal, { headers: { 'retry-after': '5' } })

  function leave(network: string, one: Waiting): void {
    const queue = queues.get(network)
    if (queue?.delete(one)) waiting--
    if (queue?.size === 0) queues.delete(network)
  }

  /** Frees a place for a network among those that wait; tells whether it could. */
  function makeRoom(network: string): boolean {
    if (waiting < options.waiting) return true
    let [most, count] = ['', 0]
    for (const [name, { size }] of queues) if (size > count) [most, count] = [name, size]
    // Otherwise the two would only change places.
    if (count <= (queues.get(network)?.size ?? 0) + 1) return false
    const last = [...(queues.get(most) ?? [])].at(-1)
    last?.refuse()
    return last !== undefined
  }

  function wait(network: string): Promise<void> {
    if (!makeRoom(network)) throw refuse()
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        begin() {
          clearTimeout(timer)
          resolve()
        },
        refuse() {
          clearTimeout(timer)
          leave(network, one)
          reject(refuse())
        },
      }
      const timer = setTimeout(one.refuse, timeout)
      const queue = queues.get(network)
      if (queue === undefined) queues.set(network, new Set([one]))
      else queue.add(one)
      waiting++
    })
  }

  /** Passes a turn that is over to the next. */
  function pass(): void {
    for (const [network, queue] of queues) {
      for (const one of queue) {
        leave(network, one)
        // It waits again behind the others.
        if (queues.delete(network)) queues.set(network, queue)
        one.begin()
        return
      }
    }
    running--
  }

  return {
    async run(ip, run) {
      if (running < atOnce) running++
      else await wait(networkOf(ip))
      try {
        return await run()
      } finally {
        // What else this process has to do comes between two turns.
        setImmediate(pass)
      }
    },
  }
}
