/**
 * Our page beside the practical limit and a peer: the same page by each, in one run, as a visitor with a slow processor sees
 * it. `npm run bench -- page`; `npx tsx bench/page.ts --rounds 5 --only latchkey,b-wagmi3`. See bench/page/README.md.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { median } from './page/median.js'
import { type PreparedApp, prepareApps } from './page/prepareApps.js'
import { printTable, type Row } from './page/printTable.js'
import { type Facts, readFacts } from './page/readFacts.js'
import { type ServedFolder, serveFolder } from './page/serveFolder.js'
import { subjects } from './page/subjects.js'
import { type TimedRun, timedRun } from './page/timedRun.js'
import { untilIdle } from './page/untilIdle.js'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    throttle: { type: 'string', default: '4' },
    only: { type: 'string' },
  },
})
const rounds = Number(values.rounds)
const throttle = Number(values.throttle)
const chosen = subjects.filter(({ id }) => !values.only || values.only.split(',').includes(id))

type Result = { name: string; app: PreparedApp; facts: Facts; runs: TimedRun[]; failures: string[] }
const results = new Map<string, Result>()
const sites = new Map<string, ServedFolder>()
try {
  const apps = await prepareApps(chosen.map(({ id }) => id))
  for (const subject of chosen) {
    const app = apps.get(subject.id)
    if (!app) continue
    const site = await serveFolder(app.dist)
    sites.set(subject.id, site)
    const facts = await readFacts(subject, site)
    results.set(subject.id, { name: subject.name, app, facts, runs: [], failures: [] })
  }
  // The first round warms the machine and is not counted.
  for (let round = -1; round < rounds; round++) {
    for (const subject of shuffled(chosen, round)) {
      const result = results.get(subject.id)
      const site = sites.get(subject.id)
      if (!result || !site) continue
      const busy = await untilIdle(20_000)
      try {
        const run = await timedRun(subject, site.url, throttle)
        if (round >= 0) result.runs.push(run)
        const { button, list, connect, reconnect } = run
        console.error(
          `round ${round} ${subject.id}: button ${button.toFixed()}, list ${list.toFixed()}, connect ${connect.toFixed()}, reload ${reconnect.toFixed()} ms; busy ${busy.toFixed(2)}`,
        )
      } catch (error) {
        result.failures.push(String(error))
        console.error(`round ${round} ${subject.id}: ${error}`)
      }
    }
  }
} finally {
  for (const site of sites.values()) await site.close()
}

const middle = (id: string, key: keyof TimedRun) => median(results.get(id)?.runs.map((run) => run[key]) ?? [])
for (const [id, { name, app, facts, runs, failures }] of results) {
  console.log(
    `${name}: ${app.megabytes.toFixed(0)} MB/${app.packages} packages; JS ${(facts.toButton / 1000).toFixed(1)} kB to the button, ${(facts.toModal / 1000).toFixed(1)} kB and ${facts.requests} requests to the modal; button ${middle(id, 'button').toFixed()} ms, list ${middle(id, 'list').toFixed()} ms, long tasks ${middle(id, 'longTasks').toFixed()} ms, address ${middle(id, 'connect').toFixed()} ms, after reload ${middle(id, 'reconnect').toFixed()} ms, heap ${(middle(id, 'heap') / 1e6).toFixed(1)} MB, axe ${facts.axe.length}; ${runs.length} runs, ${failures.length} failed`,
  )
}

const ours = results.get('latchkey')
let kept = ours !== undefined && ours.failures.length === 0
if (ours) {
  const limit = results.has('b-wagmi3')
  const times = (key: keyof TimedRun) => middle('latchkey', key) / middle('b-wagmi3', key)
  const rows: Row[] = [
    { name: 'node_modules', figure: ours.app.megabytes, unit: 'MB', budget: 120 },
    { name: 'packages', figure: ours.app.packages, unit: '', budget: 60 },
    { name: 'JavaScript to the button, brotli', figure: ours.facts.toButton / 1000, unit: 'kB', budget: 95 },
    { name: 'JavaScript to the open modal, brotli', figure: ours.facts.toModal / 1000, unit: 'kB', budget: 125 },
    { name: 'requests to the open modal', figure: ours.facts.requests, unit: '', budget: 8 },
    { name: 'hosts asked before a click', figure: ours.facts.hosts.length, unit: '', budget: 0 },
    { name: 'axe, serious and critical', figure: ours.facts.axe.length, unit: '', budget: 0 },
    { name: 'click → list', figure: middle('latchkey', 'list'), unit: 'ms', budget: 120 },
    { name: 'long tasks while opening', figure: middle('latchkey', 'longTasks'), unit: 'ms', budget: 0 },
    { name: 'open, interaction to next paint', figure: middle('latchkey', 'openPaint'), unit: 'ms' },
    { name: 'wallet, interaction to next paint', figure: middle('latchkey', 'walletPaint'), unit: 'ms' },
    { name: 'heap, modal open', figure: middle('latchkey', 'heap') / 1e6, unit: 'MB', budget: 3.5 },
  ]
  if (limit) {
    rows.push(
      { name: 'load → button, times (b)', figure: times('button'), unit: '×', budget: 1.15 },
      { name: 'click → list, times (b)', figure: times('list'), unit: '×', budget: 3 },
      { name: 'wallet click → address, times (b)', figure: times('connect'), unit: '×', budget: 1.5 },
      { name: 'reload → address, times (b)', figure: times('reconnect'), unit: '×', budget: 1.3 },
    )
  }
  kept = printTable(rows) && kept
  if (ours.facts.axe.length) console.log(ours.facts.axe.join('\n'))
}

mkdirSync(new URL('results/', import.meta.url), { recursive: true })
writeFileSync(
  new URL('results/page.json', import.meta.url),
  `${JSON.stringify(
    {
      date: new Date().toISOString(),
      node: process.version,
      cpu: cpus()[0]?.model,
      cores: cpus().length,
      load: loadavg(),
      rounds,
      throttle,
      results: [...results].map(([id, { app, ...rest }]) => ({
        id,
        ...rest,
        megabytes: app.megabytes,
        packages: app.packages,
      })),
    },
    null,
    2,
  )}\n`,
)
process.exit(kept ? 0 : 1)

/** Another order each round, the same in every run, so that slow drifts of the machine hit all alike. */
function shuffled<item>(items: readonly item[], round: number): item[] {
  let seed = 20240607 + round
  const left = [...items]
  const order: item[] = []
  while (left.length) {
    seed = (seed * 1664525 + 1013904223) % 2 ** 32
    order.push(...left.splice(seed % left.length, 1))
  }
  return order
}
