/**
 * The relay over PostgreSQL and Redis, as one process and as four, beside a bare echo of the same frames: messages a second,
 * statements and processor time of a message. `npm run bench -- relay-postgres`; writes bench/results/relay-postgres.json. The
 * variants take turns, and what counts are medians of ratios within a turn. `TEST_DATABASE_URL` and `TEST_REDIS_URL` name
 * services that are there, the database by a user that may make others, with `pg_stat_statements`; `--before <folder>` measures
 * the relay of another checkout as well. On Linux, which tells the processor time of PostgreSQL.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { findPostgres, findRedis } from '../apps/server/test/findService.js'
import { median } from './page/median.js'
import { printTable } from './page/printTable.js'
import { readProcessorTime } from './relay/readProcessorTime.js'
import { readRedisTime } from './relay/readRedisTime.js'
import { startScript } from './relay/startScript.js'

const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '2000' },
    rate: { type: 'string', default: '3000' },
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '5' },
    warmup: { type: 'string', default: '10' },
    before: { type: 'string' },
  },
})
/** How long after a run its processes may still look for what others kept, in milliseconds. */
const settling = 10_000
const budget = { throughput: 0.7, processes: 1.15 }
type State = { cpu: { user: number; system: number }; counts: { [outcome: string]: number } }
type Result = { sent: number; arrived: number; perSecond: number; p50: number; p99: number }
/** Times of the processor in microseconds a message that was acknowledged. */
type Round = Result & { acknowledged: number; statements: number; cpu: number; database: number; redis: number }

const postgres = await findPostgres(tmpdir(), ['-c', 'shared_preload_libraries=pg_stat_statements'])
const redis = await findRedis()
if (postgres === undefined || redis === undefined) throw new Error('This takes PostgreSQL and Redis')
const admin = new pg.Client({ connectionString: postgres.url })
await admin.connect()
await admin.query('create extension if not exists pg_stat_statements')
const { rows: backend } = await admin.query<{ pid: number }>('select pg_backend_pid() as pid')
const postmaster = Number(
  readFileSync(`/proc/${backend[0]?.pid}/stat`, 'utf8')
    .replace(/^.*\) \S+ /s, '')
    .split(' ')[0],
)
const variants: Awaited<ReturnType<typeof open>>[] = []

try {
  const load = loadavg()
  // Four echoes share nothing: what a message costs more there is what few frames a turn of the event loop cost.
  for (const processes of [1, 4]) variants.push(await open('echo', processes))
  for (const root of values.before === undefined ? [undefined] : [values.before, undefined])
    for (const processes of [1, 4]) variants.push(await open(root === undefined ? 'relay' : 'before', processes, root))
  // What each of the four has to do, and nobody beside it: the rest of what four cost more is what they tell each other.
  variants.push(await open('quarter', 1))
  const rounds: { [variant: string]: Round }[] = []
  for (let at = 0; at < Number(values.rounds); at++) {
    const round: { [variant: string]: Round } = {}
    for (const { name, run } of at % 2 === 0 ? variants : variants.toReversed()) round[name] = await run()
    rounds.push(round)
  }
  const of = (name: string, key: keyof Round, beside?: string) =>
    median(rounds.map((round) => (round[name]?.[key] ?? 0) / (beside === undefined ? 1 : (round[beside]?.[key] ?? 0))))
  for (const { name } of variants)
    console.log(
      `${name.padEnd(8)} ${of(name, 'perSecond').toFixed(0)}/s, ${of(name, 'perSecond', 'echo 1').toFixed(2)} of the echo; p50 ${of(name, 'p50').toFixed(1)} p99 ${of(name, 'p99').toFixed(1)} ms; ` +
        `a message: ${of(name, 'statements').toFixed(3)} statements, ${of(name, 'cpu').toFixed(0)} µs, PostgreSQL ${of(name, 'database').toFixed(0)} µs, Redis ${of(name, 'redis').toFixed(0)} µs`,
    )
  const lost = rounds
    .flatMap((round) => Object.values(round))
    .reduce((sum, { sent, arrived }) => sum + sent - arrived, 0)
  const figures = {
    throughput: of('relay 1', 'perSecond', 'echo 1'),
    processes: of('relay 4', 'cpu', 'relay 1'),
    echoes: of('echo 4', 'cpu', 'echo 1'),
    // Echoes that share nothing cost more a frame when four share the load: what is ours is what comes on top of that.
    ours: median(rounds.map((round) => fourByOne(round, 'relay') / fourByOne(round, 'echo'))),
    sharing: of('relay 4', 'cpu', 'quarter'),
    statements: of('relay 4', 'statements', 'relay 1'),
    lost,
  }
  console.log(`throughput beside the echo ${figures.throughput.toFixed(2)} (at least ${budget.throughput})`)
  console.log(
    `four processes: a message takes ${figures.sharing.toFixed(2)} of the processor time of a process that has a quarter of the load alone, and ${figures.statements.toFixed(2)} of the statements of one process`,
  )
  console.log(`four bare echoes: a message takes ${figures.echoes.toFixed(2)} of the processor time of one`)
  const kept = printTable([
    {
      name: 'relay: the echo by its throughput',
      figure: 1 / figures.throughput,
      unit: '×',
      budget: 1 / budget.throughput,
    },
    {
      name: 'relay: processor time, four by one, of that of echoes',
      figure: figures.ours,
      unit: '×',
      budget: budget.processes,
    },
    { name: 'relay: processor time, four by one', figure: figures.processes, unit: '×' },
    { name: 'relay: lost', figure: lost, unit: '', budget: 0 },
  ])
  const machine = {
    date: new Date().toISOString(),
    node: process.version,
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    load,
  }
  const { before: _, ...settings } = values
  writeFileSync(
    new URL('results/relay-postgres.json', import.meta.url),
    `${JSON.stringify({ ...machine, loadAfter: loadavg(), ...settings, budget, ...figures, rounds }, null, 2)}\n`,
  )
  process.exitCode = kept ? 0 : 1
} finally {
  for (const { end } of variants) end()
  await admin.end()
  await postgres.stop()
  await redis.stop()
}

function fourByOne(round: { [variant: string]: Round }, kind: 'relay' | 'echo'): number {
  return (round[`${kind} 4`]?.cpu ?? 0) / (round[`${kind} 1`]?.cpu ?? 0)
}

/** Starts the processes of a variant over a database of its own, and the sockets to them. */
async function open(kind: 'echo' | 'relay' | 'before' | 'quarter', processes: number, root?: string) {
  const database = `relay_${kind}_${processes}`
  await admin.query(`drop database if exists ${database}`)
  await admin.query(`create database ${database}`)
  const place = new URL(postgres?.url ?? '')
  place.pathname = `/${database}`
  const args = kind === 'echo' ? ['echo'] : ['relay', String(place), redis?.url ?? '']
  const servers = Array.from({ length: processes }, () => startScript('server.ts', args, { root }))
  const urls: string[] = []
  for (const server of servers) urls.push(((await server.next()) as { url: string }).url)
  const { sockets, rate, seconds, warmup } = values
  const part = kind === 'quarter' ? 4 : 1
  const told = Object.entries({
    sockets: String(Number(sockets) / part),
    rate: String(Number(rate) / part),
    seconds,
    // Each process compiles what it runs, for as many messages as one alone.
    warmup: String(Number(warmup) * processes * part),
    url: urls.join(),
    kind: kind === 'echo' ? kind : 'relay',
  })
  const client = startScript(
    'load.ts',
    told.map(([name, value]) => `--${name}=${value}`),
  )
  await client.next()
  await client.ask()

  async function measure() {
    const states = (await Promise.all(servers.map((server) => server.ask()))) as State[]
    const { rows } = await admin.query<{ calls: number }>(
      `select coalesce(sum(calls), 0)::float8 as calls from pg_stat_statements s join pg_database d on d.oid = s.dbid
        where d.datname = $1`,
      [database],
    )
    return {
      cpu: states.reduce((sum, { cpu }) => sum + cpu.user + cpu.system, 0),
      published: states.reduce((sum, { counts }) => sum + (counts.published ?? 0), 0),
      statements: rows[0]?.calls ?? 0,
      database: readProcessorTime(postmaster),
      redis: await readRedisTime(redis?.url ?? ''),
    }
  }

  return {
    name: kind === 'quarter' ? kind : `${kind} ${processes}`,
    async run(): Promise<Round> {
      const before = await measure()
      const result = (await client.ask()) as Result
      const after = await measure()
      await sleep(settling)
      const acknowledged = kind === 'echo' ? result.arrived : after.published - before.published
      const each = (key: 'cpu' | 'statements' | 'database' | 'redis') => (after[key] - before[key]) / acknowledged
      const parts = {
        statements: each('statements'),
        cpu: each('cpu'),
        database: each('database'),
        redis: each('redis'),
      }
      return { ...result, acknowledged, ...parts }
    },
    end() {
      client.end()
      for (const server of servers) server.end()
    },
  }
}
