/**
 * How long `npm start` takes until everything is ready, with the dependencies installed: the first time (empty folder, the web
 * app is built, contracts are deployed) and again with its data. `npm run bench -- start`; writes bench/results/start.json.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { median } from './page/median.js'
import { printTable } from './page/printTable.js'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } })
const rounds = Number(values.rounds)
const budget = { first: 15, again: 5 }
const first: number[] = []
const again: number[] = []
for (let round = 0; round < rounds; round++) {
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-start-'))
  try {
    // A build of the web app is kept between starts, whatever their folder; the first start has to make it.
    rmSync(new URL('../node_modules/.cache/latchkey-web', import.meta.url), { recursive: true, force: true })
    first.push(await secondsToReady(dir))
    again.push(await secondsToReady(dir))
  } finally {
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
  }
}
const kept = printTable([
  { name: 'npm start to ready, first time', figure: median(first), unit: 's', budget: budget.first },
  { name: 'npm start to ready, again', figure: median(again), unit: 's', budget: budget.again },
])
mkdirSync(new URL('results/', import.meta.url), { recursive: true })
writeFileSync(
  new URL('results/start.json', import.meta.url),
  `${JSON.stringify({ date: new Date().toISOString(), node: process.version, cpu: cpus()[0]?.model, cores: cpus().length, load: loadavg(), rounds, budget, first, again }, null, 2)}\n`,
)
process.exit(kept ? 0 : 1)

/** Starts everything on free ports, waits until its status says ready, and stops it. */
async function secondsToReady(dir: string): Promise<number> {
  const begun = performance.now()
  const script = fileURLToPath(new URL('../tools/start.mjs', import.meta.url))
  const child = spawn(process.execPath, [script, '--dir', dir, '--port', '0'], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
    })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let running = true
  ended.then(() => {
    running = false
  })
  try {
    while (!isReady(dir)) {
      if (!running) throw new Error(`npm start ended before it was ready:\n${said}`)
      if (performance.now() - begun > 120_000) throw new Error(`npm start was not ready within 120 s:\n${said}`)
      await sleep(25)
    }
    return (performance.now() - begun) / 1000
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

// A start that was stopped says so, hence a true here is of the start that is measured.
function isReady(dir: string): boolean {
  try {
    return (JSON.parse(readFileSync(join(dir, 'status.json'), 'utf8')) as { ready: boolean }).ready
  } catch {
    return false
  }
}
