/**
 * Everything that is pressed most, on a processor four times as slow: how long until the page is seen to answer.
 * `npm run bench -- clicks`; `npx tsx --conditions=@latchkey/source bench/clicks.ts --rounds 1` for a look. See bench/page/README.md.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'vite'
import { median } from './page/median.js'
import { printTable } from './page/printTable.js'
import { serveFolder } from './page/serveFolder.js'
import { type Press, timedClicks } from './page/timedClicks.js'
import { untilIdle } from './page/untilIdle.js'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, throttle: { type: 'string', default: '4' } },
})
const rounds = Number(values.rounds)
const throttle = Number(values.throttle)
/** How long a visitor may wait until the page answers, in milliseconds. */
const budget = 100

const dir = mkdtempSync(join(tmpdir(), 'latchkey-bench-clicks-'))
const taken: Press[] = []
try {
  await build({
    root: fileURLToPath(new URL('page/clicks/', import.meta.url)),
    logLevel: 'error',
    resolve: { conditions: ['@latchkey/source', 'module', 'browser', 'production'] },
    build: { outDir: dir, emptyOutDir: true, target: 'es2023' },
  })
  const site = await serveFolder(dir)
  try {
    for (let round = 0; round < rounds; round++) {
      const busy = await untilIdle(5_000)
      taken.push(...(await timedClicks(site.url, throttle)))
      console.error(`round ${round}; busy ${busy.toFixed(2)}`)
    }
  } finally {
    await site.close()
  }
} finally {
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
}

const names = [...new Set(taken.map(({ name }) => name))]
const kept = printTable(
  names.map((wanted) => {
    const presses = taken.filter(({ name }) => name === wanted)
    const waits = presses.map(({ nextPaint, answer }) => Math.max(nextPaint, answer))
    const work = median(presses.map((press) => press.work)).toFixed()
    const longest = median(presses.map((press) => press.longest)).toFixed()
    const name = `${wanted}: worst ${Math.max(...waits).toFixed()}, work ${work}, task ${longest}`
    return { name, figure: Math.round(median(waits)), unit: 'ms', budget }
  }),
)
mkdirSync(new URL('results/', import.meta.url), { recursive: true })
const machine = { date: new Date().toISOString(), node: process.version, cpu: cpus()[0]?.model, cores: cpus().length }
writeFileSync(
  new URL('results/clicks.json', import.meta.url),
  `${JSON.stringify({ ...machine, load: loadavg(), rounds, throttle, budget, taken }, null, 2)}\n`,
)
process.exit(kept ? 0 : 1)
