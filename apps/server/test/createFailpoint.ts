import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from '../src/platform/db/db.js'

/**
 * A moment in the life of a server at which it ends without a word: `before` something is sent to the database or to the
 * client, or `after` it was sent and before anybody knows what became of it.
 */
export type Failpoint = { path: RegExp; at: number; when: 'before' | 'after' }

/**
 * Counts the moments of calls: each statement, each commit, and the answer. Once it is armed, the process is killed at the moment
 * whose number was asked for, counted over all calls whose path fits.
 *
 * @param kill - Ends the process; tells which call it was first.
 */
export function createFailpoint(kill: (path: string) => void) {
  const calls = new AsyncLocalStorage<string>()
  const moments = new Map<string, number>()
  let armed: Failpoint | undefined
  let passed = 0

  /** Gives what is to be done once this moment's message is on its way; it comes back only if it was too late to kill. */
  async function reach(): Promise<(() => Promise<void>) | undefined> {
    const path = calls.getStore()
    if (path === undefined) return
    moments.set(path, (moments.get(path) ?? 0) + 1)
    if (armed === undefined || !armed.path.test(path)) return
    passed++
    if (passed !== armed.at) return
    const mine = armed
    // Two turns of the loop: in the first one the message is handed to the system.
    if (armed.when === 'after')
      return () =>
        new Promise((spare) => setImmediate(() => setImmediate(() => (armed === mine ? kill(path) : spare()))))
    kill(path)
    // Nothing goes on while the signal is on its way.
    await new Promise(() => undefined)
  }

  function watchQuery(query: Db['query']): Db['query'] {
    return new Proxy(query, {
      get(target, name) {
        if (name === 'execute')
          return async (...args: Parameters<Db['query']['execute']>) => {
            const end = await reach()
            const sent = Promise.resolve(target.execute(...args))
            if (end === undefined) return sent
            // Whatever it answers comes too late, unless somebody has disarmed it in between: then the server lives on.
            sent.catch(() => undefined)
            await end()
            return sent
          }
        if (name === 'transaction')
          return (run: (inner: Db['query']) => Promise<unknown>) =>
            target.transaction(async (inner) => {
              const result = await run(watchQuery(inner as Db['query']))
              const end = await reach()
              void end?.()
              return result
            })
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }

  return {
    arm(next: Failpoint | undefined) {
      armed = next
      passed = 0
      moments.clear()
    },
    /** How many moments each call had since it was armed, by path. */
    moments: (): { [path: string]: number } => Object.fromEntries(moments),
    watch: (db: Db): Db => ({ ...db, query: watchQuery(db.query) }),
    /** Answers a call; the last moment is when everything was done and nobody was told. */
    during: (path: string, answer: () => Promise<Response>): Promise<Response> =>
      calls.run(path, async () => {
        const response = await answer()
        const end = await reach()
        end?.()
        return response
      }),
  }
}
