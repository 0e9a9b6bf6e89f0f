import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

/** An embedded PostgreSQL, as far as it is used here. PGlite itself is one. */
export type Pglite = Queries & {
  exec(sql: string): Promise<unknown>
  transaction<Result>(run: (transaction: Queries) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}
type Queries = { query(sql: string, params?: readonly unknown[], options?: QueryOptions): Promise<Results> }
type QueryOptions = { rowMode?: 'array' | 'object' }
type Results = { rows: { readonly [column: string]: unknown }[] }
type Answer = { id: number; result?: unknown; error?: { message: string } }
type Waiting = { resolve: (result: unknown) => void; reject: (error: unknown) => void }

/**
 * What runs in the thread; a text, because what lets Node read our sources is not there. Times stay as PostgreSQL writes them,
 * for which others hand in readers with each statement. PGlite lets nothing else in until a transaction has been told its end.
 */
const program = `
const { parentPort, workerData } = require('node:worker_threads')
const { PGlite, types } = require(workerData.pglite)
const times = [types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE, 1231, 1115, 1185, 1187, 1182]
const opening = PGlite.create({
  dataDir: workerData.folder,
  parsers: Object.fromEntries(times.map((type) => [type, (text) => text])),
})
// The callers get the rejection.
opening.catch(() => undefined)
const transactions = new Map()
const calls = {
  open: () => undefined,
  query: (db, { within, sql, params, options }) => (transactions.get(within) ?? db).query(sql, params, options),
  exec: (db, { sql }) => db.exec(sql).then(() => undefined),
  begin: (db, { within }) =>
    new Promise((begun, failed) => {
      const over = db.transaction(
        ({ query }) =>
          new Promise((commit, rollBack) => {
            transactions.set(within, { query, commit, rollBack, whenOver: () => over })
            begun()
          }),
      )
      over.catch(failed).finally(() => transactions.delete(within))
    }),
  commit: (db, { within }) => {
    const { commit, whenOver } = transactions.get(within)
    commit()
    return whenOver()
  },
  rollBack: (db, { within }) => {
    const open = transactions.get(within)
    open?.rollBack(new Error('Rolled back'))
    return open?.whenOver().catch(() => undefined)
  },
  close: (db) => db.close(),
}
parentPort.on('message', async ({ id, call, ...parameters }) => {
  try {
    parentPort.postMessage({ id, result: await calls[call](await opening, parameters) })
  } catch (error) {
    parentPort.postMessage({ id, error: { ...error, name: error.name, message: error.message, stack: error.stack } })
  }
})
`

/**
 * Starts an embedded PostgreSQL in a thread of its own, so that a statement does not block the event loop.
 *
 * @param folder - Where its files are; the folder is made if need be.
 * @returns The database. It keeps the process alive only while it has something to do.
 *
 * @example
 * import { startPgliteThread } from './startPgliteThread.js'
 * const pglite = await startPgliteThread('.latchkey/db/pg')
 */
export async function startPgliteThread(folder: string): Promise<Pglite> {
  const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const worker = new Worker(program, { eval: true, execArgv: [], name: 'database', workerData: { pglite, folder } })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let end: unknown

  function finish(error: unknown): void {
    end ??= error
    for (const { reject } of waiting.values()) reject(end)
    waiting.clear()
  }

  function ask(call: string, parameters: object = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (end !== undefined) return reject(end)
      const id = ++lastId
      worker.postMessage({ ...parameters, id, call })
      if (waiting.size === 0) worker.ref()
      waiting.set(id, { resolve, reject })
    })
  }

  const queries = (within?: number): Queries => ({
    // What else there may be in the options does not pass between threads.
    query: async (sql, params = [], { rowMode = 'object' } = {}) =>
      (await ask('query', { within, sql, params: params.map(copyBytes), options: { rowMode } })) as Results,
  })

  worker.unref()
  worker.on('message', ({ id, result, error }: Answer) => {
    const asked = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0) worker.unref()
    if (error === undefined) asked?.resolve(result)
    else asked?.reject(Object.assign(new Error(error.message), error))
  })
  worker.on('error', finish)
  worker.on('exit', () => finish(new Error('The embedded database is closed')))
  try {
    await ask('open')
  } catch (error) {
    await worker.terminate()
    throw error
  }
  return {
    ...queries(),
    exec: (sql) => ask('exec', { sql }),
    async transaction(run) {
      const within = ++lastId
      await ask('begin', { within })
      try {
        const result = await run(queries(within))
        await ask('commit', { within })
        return result
      } catch (error) {
        await ask('rollBack', { within }).catch(() => undefined)
        throw error
      }
    },
    async close() {
      await ask('close')
      await worker.terminate()
    },
  }
}

/** A Buffer is often a part of something bigger, which would be copied with it. */
function copyBytes(value: unknown): unknown {
  return value instanceof Uint8Array ? new Uint8Array(value) : value
}
