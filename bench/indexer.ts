/**
 * How many transfers the history reads from a node into PostgreSQL, in processor time of one core, beside reading the same blocks and
 * logs raw from the node: `npm run bench -- indexer`; writes bench/results/indexer.json. It uses `TEST_DATABASE_URL`, whose history it
 * replaces, or a PostgreSQL of its own. Run by itself with `--traces`, the node also tells a payment of a contract in each transaction.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
// biome-ignore-start lint/style/noRestrictedImports: what stands around a server in its tests
import { createHistoryTables } from '../apps/server/src/history/createHistoryTables.js'
import { createScanner } from '../apps/server/src/history/createScanner.js'
import { readChains } from '../apps/server/src/platform/chains/readChains.js'
import { connectPostgres, migratePostgres } from '../apps/server/src/platform/db/openPostgres.js'
import { createLog } from '../apps/server/src/platform/log/log.js'
import { createNodes } from '../apps/server/src/platform/upstream/nodes.js'
import { findPostgres } from '../apps/server/test/findService.js'
// biome-ignore-end lint/style/noRestrictedImports: as above
import { printTable } from './page/printTable.js'

const { values } = parseArgs({
  options: {
    blocks: { type: 'string', default: '600' },
    transfers: { type: 'string', default: '150' },
    traces: { type: 'boolean', default: false },
  },
})
const [blocks, perBlock] = [Number(values.blocks), Number(values.transfers)]
const transfers = blocks * perBlock
/** 2,000 transfers a second. */
const budget = { transfer: 500 }

const service = await findPostgres(undefined, [])
if (service === undefined) throw new Error('It needs TEST_DATABASE_URL, or an installed PostgreSQL')
const node = fork(fileURLToPath(new URL('indexer/node.ts', import.meta.url)), [
  String(blocks),
  String(perBlock),
  values.traces ? '1' : '0',
])
const [port] = (await once(node, 'message')) as [number]
const url = `http://127.0.0.1:${port}`
const [chain] = readChains([
  {
    caip2: 'eip155:31337',
    name: 'Transfers',
    rpc: [url],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    history: true,
  },
])
if (chain === undefined) throw new Error('No chain.')
await migratePostgres(service.url)
// One connection, so that its processor time is all that the database spends on the reading.
const db = connectPostgres(service.url, { size: 1, wait: 5_000, statement: 0, idleTransaction: 0 })
const owner = new pg.Client({ connectionString: service.url })
await owner.connect()
const nodes = createNodes({ chains: [chain], background: false })
try {
  for (const table of ['entries', 'collectibles', 'holdings', 'progress'])
    await owner.query(`truncate history.${table}`)
  // Once before anything is measured: the node makes its blocks as they are asked for.
  await readRaw()
  const raw = await measured(readRaw)
  const tables = createHistoryTables(db)
  const scanner = createScanner({ chain, nodes, tables, log: createLog('silent'), pause: 0 })
  await db.ping()
  const others = await owner.query(
    "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  )
  const pid: unknown = others.rows[0]?.pid
  const before = processorOf(pid)
  const read = await measured(async () => {
    while (await scanner.round());
  })
  const database = processorOf(pid) - before
  const found = await owner.query(
    'select (select count(*)::int from history.entries) as entries, (select count(*)::int from history.collectibles) as moves',
  )
  const kept = found.rows[0] as { entries: number; moves: number }
  const each = (milliseconds: number) => (milliseconds * 1_000) / transfers
  const whole = read.processor + database
  const isKept = printTable([
    { name: 'a transfer, processor of server and database', figure: each(whole), unit: 'µs', budget: budget.transfer },
    { name: '… of the server alone', figure: each(read.processor), unit: 'µs' },
    { name: 'a transfer, by the clock', figure: each(read.clock), unit: 'µs' },
    { name: 'a transfer read raw, processor', figure: each(raw.processor), unit: 'µs' },
    { name: 'reading into the database, of reading raw', figure: whole / raw.processor, unit: '×' },
  ])
  const perSecond = { processor: (transfers * 1_000) / whole, clock: (transfers * 1_000) / read.clock }
  console.log(
    `${perSecond.processor.toFixed(0)} transfers a second of one core, ${perSecond.clock.toFixed(0)} by the clock, load ${loadavg()[0]?.toFixed(1)}; ${kept.entries} entries, ${kept.moves} moves of collectibles`,
  )
  mkdirSync(new URL('results/', import.meta.url), { recursive: true })
  writeFileSync(
    new URL('results/indexer.json', import.meta.url),
    `${JSON.stringify({ date: new Date().toISOString(), node: process.version, cpu: cpus()[0]?.model, cores: cpus().length, load: loadavg(), ...values, budget, transfers, perSecond, raw, read, database, kept }, null, 2)}\n`,
  )
  process.exitCode = isKept ? 0 : 1
} finally {
  nodes.close()
  await db.close()
  await owner.end()
  node.disconnect()
  await service.stop()
}

/** The same questions as the scanner's, ten blocks at once; what comes is parsed and thrown away. */
async function readRaw(): Promise<void> {
  for (let from = 0; from < blocks; from += 10) {
    const calls = Array.from({ length: Math.min(10, blocks - from) }, (_, index) => `0x${(from + index).toString(16)}`)
    const asked = calls.flatMap((tag) => [
      { jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params: [tag, true] },
      { jsonrpc: '2.0', id: 2, method: 'eth_getBlockReceipts', params: [tag] },
    ])
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify(asked) })
    await answer.json()
  }
}

/** How long something takes by the clock and in processor time of this process, in milliseconds. */
async function measured(run: () => Promise<void>): Promise<{ clock: number; processor: number }> {
  const [began, used] = [performance.now(), process.cpuUsage()]
  await run()
  const { user, system } = process.cpuUsage(used)
  return { clock: performance.now() - began, processor: (user + system) / 1_000 }
}

/** Processor time of another process so far, in milliseconds, by its ticks of a hundredth of a second. */
function processorOf(pid: unknown): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}
