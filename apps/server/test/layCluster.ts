import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import { bringUpToDate, clusterPath } from './clusterPath.js'

const library = createRequire(import.meta.url).resolve('@electric-sql/pglite')

/** Puts an empty database where a server keeps its own, as the server makes it: making one takes seconds, a copy takes none. */
export async function layCluster(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'pg')
  if (existsSync(cluster)) return
  const kept = clusterPath()
  if (!existsSync(kept)) await make(kept)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  cpSync(kept, cluster, { recursive: true })
}

async function make(kept: string): Promise<void> {
  const draft = `${kept}.${process.pid}`
  mkdirSync(dirname(draft), { recursive: true })
  const program = 'const { PGlite } = require(process.argv[1]); PGlite.create(process.argv[2]).then((db) => db.close())'
  await promisify(execFile)(process.execPath, ['--eval', program, library, draft])
  const pglite = await PGlite.create(draft)
  await bringUpToDate(pglite)
  await pglite.close()
  try {
    renameSync(draft, kept)
  } catch (error) {
    // Another file of tests may have done the same at this moment.
    if (!existsSync(kept)) throw error
    rmSync(draft, { recursive: true, force: true })
  }
}
