import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { drizzle } from 'drizzle-orm/pglite'
import type { Db } from './db.js'
import { lockFolder } from './lockFolder.js'
import { migrate } from './migrate.js'
import { type Pglite, startPgliteThread } from './startPgliteThread.js'

/**
 * Opens the embedded PostgreSQL and brings its schema up to date.
 *
 * @param folder - Where it keeps its files; in memory when absent.
 * @returns The database.
 * @throws LatchkeyError INVALID_CONFIG when another process has the folder open, or something else stands in its place.
 *
 * @example
 * import { openPglite } from './openPglite.js'
 * const db = await openPglite('.latchkey/db')
 */
export async function openPglite(folder?: string): Promise<Db> {
  const path = folder === undefined ? undefined : resolve(folder)
  if (path !== undefined) mkdirSync(path, { recursive: true, mode: 0o700 })
  const unlock = path === undefined ? () => undefined : await lockFolder(path)
  try {
    if (path !== undefined) await initialise(path)
    // What is only in memory is for trials, which have nothing to do meanwhile.
    const pglite: Pglite = path === undefined ? await PGlite.create() : await startPgliteThread(`${path}/pg`)
    await migrate({
      exec: (sql) => pglite.exec(sql),
      rows: async (sql, params) => (await pglite.query(sql, params)).rows,
    })
    return {
      kind: 'pglite',
      // It calls nothing else of PGlite.
      query: drizzle(pglite as PGlite),
      async ping() {
        await pglite.query('select 1')
      },
      // It is open in one process only.
      lock: async () => true,
      async close() {
        await pglite.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * Creating the cluster takes 800 MB of memory that a process never gives back, so a short-lived one does it. It gets its
 * name only when it is whole: a start that is killed meanwhile must not leave a half-made one that looks finished.
 */
async function initialise(path: string): Promise<void> {
  const cluster = `${path}/pg`
  if (existsSync(`${cluster}/PG_VERSION`)) return
  if (existsSync(cluster)) {
    throw new LatchkeyError('INVALID_CONFIG', `${cluster} is in the way: it is not a whole database`, {
      hints: ['Move it elsewhere; a new one is made in its place.'],
    })
  }
  for (const name of readdirSync(path)) {
    if (name.endsWith('.making')) rmSync(`${path}/${name}`, { recursive: true, force: true })
  }
  const making = `${cluster}.${process.pid}.making`
  const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const program = 'const { PGlite } = require(process.argv[1]); PGlite.create(process.argv[2]).then((db) => db.close())'
  await promisify(execFile)(process.execPath, ['--eval', program, pglite, making], { timeout: 120_000 })
  renameSync(making, cluster)
}
