/**
 * How many messages a second the relay brings from one end to the other, how long each takes and what an idle socket weighs,
 * beside a bare echo that keeps nothing: `npm run bench -- relay`; writes bench/results/relay.json. `TEST_DATABASE_URL` puts
 * the messages into PostgreSQL; else they are in an embedded database on disk, in the same process.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { printTable } from './page/printTable.js'
import { startScript } from './relay/startScript.js'

const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '2000' },
    rate: { type: 'string', default: '5500' },
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
    warmup: { type: 'string', default: '4' },
  },
})
const budget = { perSecond: 5_000, p99: 50 }
const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-relay-'))
const place = process.env.TEST_DATABASE_URL ?? folder
type Weight = {
  rss: number
  heap: number
  cpu: { user: number; system: number }
  counts: { [outcome: string]: number }
}
type Result = { sent: number; arrived: number; perSecond: number; p50: number; p99: number }

try {
  const load = loadavg()
  const echo = await measure('echo')
  const relay = await measure('relay')
  const ratio = relay.perSecond / echo.perSecond
  const kept = printTable([
    {
      name: 'relay: a message, all in all',
      figure: 1_000 / relay.perSecond,
      unit: 'ms',
      budget: 1_000 / budget.perSecond,
    },
    { name: 'relay: from one end to the other, p99', figure: relay.p99, unit: 'ms', budget: budget.p99 },
  ])
  console.log(
    `relay p50 ${relay.p50.toFixed(1)} ms, ${(relay.idle / 1024).toFixed(1)} KiB an idle socket, ${relay.lost} lost, ${(relay.unwritten * 100).toFixed(0)} % had before they were written; ` +
      `echo ${echo.perSecond.toFixed(0)}/s, p99 ${echo.p99.toFixed(1)} ms, ${(echo.idle / 1024).toFixed(1)} KiB; ` +
      `ratio of throughput ${ratio.toFixed(2)}, of processor time ${(relay.cpu / echo.cpu).toFixed(1)} (${relay.cpu.toFixed(0)} µs a message)`,
  )
  mkdirSync(new URL('results/', import.meta.url), { recursive: true })
  const machine = {
    date: new Date().toISOString(),
    node: process.version,
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    load,
  }
  const database = place === folder ? 'PGlite on disk' : 'PostgreSQL'
  writeFileSync(
    new URL('results/relay.json', import.meta.url),
    `${JSON.stringify({ ...machine, database, ...values, budget, relay, echo, ratio }, null, 2)}\n`,
  )
  process.exitCode = kept ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure(kind: 'relay' | 'echo') {
  const server = startScript('server.ts', [kind, place], { flags: ['--expose-gc'] })
  const { url } = (await server.next()) as { url: string }
  const before = (await server.ask()) as Weight
  const { sockets, rate, seconds, warmup } = values
  const args = Object.entries({ sockets, rate, seconds, warmup, url, kind }).map(
    ([name, value]) => `--${name}=${value}`,
  )
  const client = startScript('load.ts', args)
  await client.next()
  const open = (await server.ask()) as Weight
  await client.ask()
  const results: (Result & { cpu: number; unwritten: number })[] = []
  for (let round = 0; round < Number(values.rounds); round++) {
    const warm = (await server.ask()) as Weight
    const result = (await client.ask()) as Result
    const after = (await server.ask()) as Weight
    const cpu = (after.cpu.user + after.cpu.system - warm.cpu.user - warm.cpu.system) / result.arrived
    const unwritten = ((after.counts.passed ?? 0) - (warm.counts.passed ?? 0)) / result.arrived
    results.push({ ...result, cpu, unwritten })
  }
  client.end()
  server.end()
  // What else runs on the machine only adds, so the quietest round says most.
  const [quietest] = results.sort((a, b) => a.p99 - b.p99)
  if (quietest === undefined) throw new Error('--rounds must be at least 1')
  const lost = results.reduce((sum, { sent, arrived }) => sum + sent - arrived, 0)
  const rounds = results.map(({ perSecond, p99, cpu }) => ({ perSecond, p99, cpu }))
  const perSocket = (weight: 'rss' | 'heap') => (open[weight] - before[weight]) / Number(values.sockets)
  return { ...quietest, lost, idle: perSocket('rss'), idleHeap: perSocket('heap'), rounds }
}
