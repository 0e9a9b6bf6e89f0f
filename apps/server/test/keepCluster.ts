import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { bringUpToDate, clusterPath } from './clusterPath.js'
import { readShape, wipe } from './wipe.js'

// Making the cluster of an empty database and running the migrations is most of what a short test costs, and comes out the same each
// time: it is made once for each version and each state of the migrations, and kept beside the dependencies. A process wipes what
// was closed and lends it again, as even reading a cluster takes half a second. What has files of its own is made as the product
// makes it.
const create: typeof PGlite.create = PGlite.create.bind(PGlite)

/** A database that nobody has now, and what its schema was when it was made. */
type Idle = { pglite: PGlite; shape: string; lends: number }
/** How often one is lent, as each test leaves some megabytes behind, and how many wait for that, as each takes memory. */
const most = { lends: 40, idle: 2 }

async function createInMemory(): Promise<PGlite> {
  const file = `${clusterPath()}.tar`
  const kept = readCluster(file)
  if (kept) return create({ loadDataDir: kept })
  const made = await create()
  await bringUpToDate(made)
  const cluster = await made.dumpDataDir('none')
  mkdirSync(dirname(file), { recursive: true })
  // Another file of tests may do the same at this moment.
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, Buffer.from(await cluster.arrayBuffer()))
  renameSync(draft, file)
  return made
}

function readCluster(file: string): Blob | undefined {
  try {
    return new Blob([readFileSync(file)])
  } catch {
    return undefined
  }
}

async function makeIdle(): Promise<Idle> {
  const pglite = await createInMemory()
  return { pglite, shape: await readShape(pglite), lends: 0 }
}

/** Gives a database out as one that can be closed, after which it answers nobody and is lent to the next. */
function lend(one: Idle, idle: Idle[]): PGlite {
  let isClosed = false
  async function close() {
    if (isClosed) throw new Error('PGlite is closed')
    isClosed = true
    const isWanted = one.lends < most.lends && idle.length < most.idle
    const isWhole = isWanted && (await wipe(one.pglite)) && (await readShape(one.pglite)) === one.shape
    if (isWhole) idle.push(one)
    else await one.pglite.close()
  }
  one.lends++
  return new Proxy(one.pglite, {
    get(pglite, key) {
      if (key === 'closed') return isClosed
      if (key === 'close') return close
      const value: unknown = Reflect.get(pglite, key, pglite)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        if (isClosed) return Promise.reject(new Error('PGlite is closed'))
        return value.apply(pglite, given)
      }
    },
  })
}

// Files that share a process load this more than once.
const mark = Symbol.for('latchkey.keepCluster')
if (!(mark in PGlite)) {
  const idle: Idle[] = []
  Object.assign(PGlite, {
    [mark]: true,
    create: async (...given: Parameters<typeof create>) =>
      given.length === 0 ? lend(idle.pop() ?? (await makeIdle()), idle) : create(...given),
  })
}
