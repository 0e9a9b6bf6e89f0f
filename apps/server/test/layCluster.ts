import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const library = createRequire(import.meta.url).resolve('@electric-sql/pglite')
const { version }: { version: string } = JSON.parse(readFileSync(join(dirname(library), '..', 'package.json'), 'utf8'))
const kept = fileURLToPath(new URL(`../../../node_modules/.cache/latchkey-cluster/${version}/`, import.meta.url))

/** Puts an empty database where a server keeps its own, as the server makes it: making one takes seconds, a copy takes none. */
export async function layCluster(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'pg')
  if (existsSync(cluster)) return
  if (!existsSync(kept)) await make()
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  cpSync(kept, cluster, { recursive: true })
}

async function make(): Promise<void> {
  const draft = `${kept.slice(0, -1)}.${process.pid}`
  mkdirSync(dirname(draft), { recursive: true })
  const program = 'const { PGlite } = require(process.argv[1]); PGlite.create(process.argv[2]).then((db) => db.close())'
  await promisify(execFile)(process.execPath, ['--eval', program, library, draft])
  try {
    renameSync(draft, kept)
  } catch (error) {
    // Another file of tests may have done the same at this moment.
    if (!existsSync(kept)) throw error
    rmSync(draft, { recursive: true, force: true })
  }
}
