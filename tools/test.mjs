// `npm test`: installs what is missing, finds a browser, runs unit, browser and end-to-end tests in that order.
// `--deep` runs the long variants too; any other argument goes to vitest (`npm test -- caip -t address`).
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installDependencies, requireNode } from './prepare.mjs'

requireNode()
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)
installDependencies(root)
const { findBrowser } = await import('./browser.mjs')
const { findServices } = await import('./services.mjs')

const args = process.argv.slice(2).filter((arg) => arg !== '--deep')
const deep = process.argv.includes('--deep')
const browser = await findBrowser({ log: console.log })
if (!browser) {
  console.error('No Chromium could be found or fetched. Install Chrome or Chromium, or name one in LATCHKEY_CHROMIUM.')
  process.exit(1)
}
const services = findServices()
for (const { name, found } of services) console.log(`${name}: ${found ?? 'not found, its suites are skipped'}`)

const runFile = join(root, '.reports', `run.${process.pid}.jsonl`)
mkdirSync(dirname(runFile), { recursive: true })
const env = {
  ...process.env,
  LATCHKEY_CHROMIUM: browser.path,
  LATCHKEY_RUN_FILE: runFile,
  ...(deep ? { LATCHKEY_DEEP: '1' } : {}),
}

// A project chosen by hand is run alone; otherwise each phase must have something to say.
const chosen = args.some((arg) => arg.startsWith('--project'))
// Several negated projects would add up to all of them, so these are named.
const unit = ['protocol', 'core', 'connectors', 'server', 'devnet', 'guards', 'react-node', 'frame']
const phases = chosen
  ? [['chosen', []]]
  : [
      ['unit', unit.map((name) => `--project=${name}`)],
      // It kills processes and counts milliseconds, so it gets the machine to itself.
      ['kill and fuzz', ['--project=deep']],
      ['browser', ['--project=react']],
      ['end to end', ['--project=e2e']],
    ]
const started = Date.now()
let exitCode = 0
for (const [name, projects] of phases) {
  if (name === 'end to end' && !(await hasJourneys())) continue
  console.log(`\n${name} tests`)
  const code = await vitest([...projects, ...(args.length ? ['--passWithNoTests'] : []), ...args])
  exitCode ||= code
}

const runs = readRuns()
const sum = (key) => runs.reduce((total, run) => total + run[key], 0)
const skips = runs.flatMap((run) => Object.entries(run.skips))
if (skips.length) {
  console.log('\nSkipped:')
  for (const [suite, count] of skips) console.log(`  ${suite} (${count})`)
  for (const { name, found, advice } of services)
    if (!found) console.log(`  To run the suites that need ${name}: ${advice}.`)
}
// A run that ended badly without a failed test (a crash, an unhandled error) must not read as a good one.
const failed = Math.max(sum('failed'), exitCode ? 1 : 0)
console.log(`\nTook ${Math.round((Date.now() - started) / 1000)} s`)
console.log(`${sum('passed')} passed, ${failed} failed${sum('skipped') ? `, ${sum('skipped')} skipped` : ''}`)
process.exit(exitCode)

function vitest(rest) {
  const program = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const child = spawn(process.execPath, [program, 'run', ...rest], { stdio: 'inherit', env })
  // Ctrl-C reaches the child as well; this process waits for it to clean up.
  const wait = () => {}
  process.on('SIGINT', wait)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  return new Promise((resolve) =>
    child.once('exit', (code, signal) => {
      process.removeListener('SIGINT', wait)
      resolve(signal ? 130 : (code ?? 1))
    }),
  )
}

async function hasJourneys() {
  const { existsSync, readdirSync } = await import('node:fs')
  return existsSync('e2e') && readdirSync('e2e', { recursive: true }).some((file) => /\.test\.ts$/.test(String(file)))
}

function readRuns() {
  try {
    const runs = readFileSync(runFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    rmSync(runFile)
    return runs
  } catch {
    return []
  }
}
