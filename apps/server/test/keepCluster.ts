import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'

// Making the cluster of an empty database is most of what a short test costs, and it comes out the same each time: it is made
// once for each version and kept beside the dependencies. What has files of its own is made as the product makes it.
const program = createRequire(import.meta.url).resolve('@electric-sql/pglite')
const { version }: { version: string } = JSON.parse(readFileSync(join(dirname(program), '..', 'package.json'), 'utf8'))
const folder = fileURLToPath(new URL('../../../node_modules/.cache/latchkey-cluster/', import.meta.url))
const file = join(folder, `${version}.tar`)
const create: typeof PGlite.create = PGlite.create.bind(PGlite)

function readCluster(): Blob | undefined {
  try {
    return new Blob([readFileSync(file)])
  } catch {
    return undefined
  }
}

async function createInMemory(): Promise<PGlite> {
  const kept = readCluster()
  if (kept) return create({ loadDataDir: kept })
  const made = await create()
  const cluster = await made.dumpDataDir('none')
  mkdirSync(folder, { recursive: true })
  // Another file of tests may do the same at this moment.
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, Buffer.from(await cluster.arrayBuffer()))
  renameSync(draft, file)
  return made
}

// Files that share a process load this more than once.
const mark = Symbol.for('latchkey.keepCluster')
if (!(mark in PGlite)) {
  Object.assign(PGlite, {
    [mark]: true,
    create: (...given: Parameters<typeof create>) => (given.length === 0 ? createInMemory() : create(...given)),
  })
}
