import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PGlite } from '@electric-sql/pglite'
import { migrate } from '../src/platform/db/migrate.js'

const program = createRequire(import.meta.url).resolve('@electric-sql/pglite')
const { version }: { version: string } = JSON.parse(readFileSync(join(dirname(program), '..', 'package.json'), 'utf8'))
const folder = fileURLToPath(new URL('../../../node_modules/.cache/latchkey-cluster/', import.meta.url))
const migrations = fileURLToPath(new URL('../migrations/', import.meta.url))

/** Where tests keep an empty database with the schema as it is now; each version and each state of the migrations has its own. */
export function clusterPath(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(migrations).sort()) hash.update(name).update(readFileSync(join(migrations, name)))
  return join(folder, `${version}-${hash.digest('hex').slice(0, 16)}`)
}

/** Runs the migrations in a new database. */
export async function bringUpToDate(pglite: PGlite): Promise<void> {
  await migrate({
    exec: (sql) => pglite.exec(sql),
    rows: async (sql, params) => (await pglite.query<Record<string, unknown>>(sql, params && [...params])).rows,
  })
}
