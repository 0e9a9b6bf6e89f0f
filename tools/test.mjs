// `npm test`: installs what is missing, finds a browser, runs unit, browser and end-to-end tests in that order.
// `--deep` runs the long variants too; any other argument goes to vitest (`npm test -- caip -t address`).
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installDependencies, requireNode } from './prepare.mjs'

requireNode()
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)
installDependencies(root)
const { findBrowser } = await import('./browser.mjs')
const { findServices } = await import('./services.mjs')

const args = process.argv.slice(2).filter((arg) => arg !== '--deep' && arg !== '--write-durations')
const deep = process.argv.includes('--deep')
const browser = await findBrowser({ log: console.log })
if (!browser) {
  console.error('No Chromium could be found or fetched. Install Chrome or Chromium, or name one in LATCHKEY_CHROMIUM.')
  process.exit(1)
}
const services = findServices()
for (const { name, found } of services) console.log(`${name}: ${found ?? 'not found, its suites are skipped'}`)

/** After how long without a line or a finished test a run in CI is stopped, in milliseconds: longer than any test may take. */
const silence = 7 * 60_000
/** How many files may pass only when run again; more of them say that the tests have decayed, not that the machine was busy. */
const mostUnsteady = 3
const runFile = join(root, '.reports', `run.${process.pid}.jsonl`)
mkdirSync(dirname(runFile), { recursive: true })
const env = {
  ...process.env,
  LATCHKEY_CHROMIUM: browser.path,
  ...(deep ? { LATCHKEY_DEEP: '1' } : {}),
}

// A project chosen by hand is run alone; otherwise each phase must have something to say.
const chosen = args.some((arg) => arg.startsWith('--project'))
// Several negated projects would add up to all of them, so these are named.
const unit = [
  'protocol',
  'core',
  'bitcoin',
  'polkadot',
  'cosmos',
  'solana',
  'connectors',
  'server',
  'devnet',
  'guards',
  'react-node',
  'frame',
]
const phases = chosen
  ? [['chosen', []]]
  : [
      // Four at a time also where there are only two cores: most of them wait for something.
      ['unit', [...unit.map((name) => `--project=${name}`), '--maxWorkers=4']],
      ['mutant', ['--project=mutants']],
      // It kills processes and counts milliseconds, so it gets the machine to itself.
      ['kill and fuzz', ['--project=deep']],
      ['browser', ['--project=react']],
      ['end to end', ['--project=e2e'], args.length ? [] : halves(journeys())],
    ]
const started = Date.now()
let exitCode = 0
const totals = { passed: 0, failed: 0, skipped: 0 }
const skips = []
const failures = []
const unsteady = []
/** How long each phase and each file took, in milliseconds. */
const phaseTimes = {}
const fileTimes = []
for (const [name, projects, parts = []] of phases) {
  if (name === 'end to end' && journeys().length === 0) continue
  console.log(`\n${name} tests`)
  const begun = Date.now()
  const rest = [...projects, ...(args.length ? ['--passWithNoTests'] : []), ...args]
  let { code, runs } = await vitest(...(parts.length ? parts.map((files) => [...rest, ...files]) : [rest]))
  // A busy machine can make a browser miss its time. What fails three times, the last two alone, fails; what passes in between
  // is named at the end, for later repair. A run in a terminal shows the first failure instead.
  for (let again = 0; process.env.CI && again < 2; again++) {
    const failed = runs.flatMap((run) => run.failures)
    const files = [...new Set(failed.map(({ file }) => file))]
    if (code !== 1 || files.length === 0 || files.length > 8 || files.includes(undefined)) break
    console.log(`\n${name} tests, once more: ${files.join(', ')}`)
    const next = await vitest([...projects.filter(isProject), '--no-file-parallelism', ...args, ...files])
    if (!next.runs.some((run) => run.passed > 0)) continue
    const failedAgain = next.runs.flatMap((run) => run.failures)
    const isSame = (one) => (other) => other.file === one.file && other.title === one.title
    unsteady.push(...failed.filter((one) => !failedAgain.some(isSame(one))))
    const mended = failed.length - failedAgain.length
    // Several runs may have failed: the sums of all go into the first, and none names what passed since.
    runs = runs.map((run, at) =>
      at > 0
        ? { ...run, failures: [] }
        : { ...run, passed: run.passed + mended, failed: run.failed - mended, failures: failedAgain },
    )
    code = next.code
  }
  for (const key of Object.keys(totals)) totals[key] += runs.reduce((total, run) => total + run[key], 0)
  skips.push(...runs.flatMap((run) => Object.entries(run.skips)))
  failures.push(...runs.flatMap((run) => run.failures))
  fileTimes.push(...runs.flatMap((run) => run.times))
  phaseTimes[name] = Date.now() - begun
  exitCode ||= code
}

if (deep && args.length === 0) {
  console.log('\nmutants by rule')
  const { status } = spawnSync(process.execPath, ['tools/mutate.mjs'], { stdio: 'inherit' })
  exitCode ||= status ?? 1
}

if (skips.length) {
  console.log('\nSkipped:')
  for (const [suite, count] of skips) console.log(`  ${suite} (${count})`)
  for (const { name, found, advice } of services)
    if (!found) console.log(`  To run the suites that need ${name}: ${advice}.`)
}
const unsteadyFiles = [...new Set(unsteady.map(({ file }) => file))]
const isUnsteady = unsteadyFiles.length > mostUnsteady
// A machine that others use makes a browser miss its time however sound the tests are, so who has one to itself says so.
if (isUnsteady && process.env.LATCHKEY_STRICT === '1') exitCode ||= 1
// A run that ended badly without a failed test (a crash, an unhandled error) must not read as a good one.
const failed = Math.max(totals.failed, exitCode ? 1 : 0)
const slowest = fileTimes.sort((a, b) => b.took - a.took).slice(0, 12)
const phasesTook = Object.entries(phaseTimes).map(([name, ms]) => `${name} ${seconds(ms)}`)
console.log(`\nPhases: ${phasesTook.join(', ')}`)
console.log(`Slowest files: ${slowest.map(({ file, took }) => `${file} ${seconds(took)}`).join(', ')}`)
list('Passed only when run again', unsteady)
if (unsteadyFiles.length) console.log(`  Files: ${unsteadyFiles.length} of at most ${mostUnsteady}`)
list('Failed', failures)
const files = Object.fromEntries(fileTimes.map(({ file, took }) => [file, took]))
// Says how to balance the two halves of the journeys from now on; committed from time to time.
if (process.argv.includes('--write-durations')) {
  const journeyTimes = fileTimes
    .filter(({ file }) => file.startsWith('e2e/'))
    .sort((a, b) => (a.file < b.file ? -1 : 1))
  const text = JSON.stringify(Object.fromEntries(journeyTimes.map(({ file, took }) => [file, took])), null, 2)
  writeFileSync(join(root, 'tools', 'durations.json'), `${text}\n`)
}
// In a folder of its own: `npm run spec` reads what lies in `.reports` itself.
mkdirSync(join(root, '.reports', 'durations'), { recursive: true })
writeFileSync(
  join(root, '.reports', 'durations', 'test.json'),
  `${JSON.stringify({ phases: phaseTimes, files, runAgain: unsteadyFiles }, null, 1)}\n`,
)
console.log(`\nTook ${seconds(Date.now() - started)}`)
console.log(`${totals.passed} passed, ${failed} failed${totals.skipped ? `, ${totals.skipped} skipped` : ''}`)
process.exit(exitCode)

/** Runs Vitest, beside itself where several lists of arguments are given. */
async function vitest(...lists) {
  const ends = await Promise.all(lists.map((rest, at) => runVitest(rest, at)))
  for (const { said } of ends) process.stdout.write(said)
  const runs = ends.flatMap(({ run }) => run ?? [])
  const codes = ends.map(({ code }) => code)
  for (const [at, { code, run, now }] of ends.entries()) {
    if (code === 0 || run) continue
    // A run that died has told nothing: what it was at is all that can be named. In CI it gets a second chance, and is named.
    const lost = {
      file: now?.file,
      title: `a run ended with code ${code} after: ${now?.title ?? 'nothing, so in its set-up'}`,
    }
    const again = process.env.CI && !deep ? await runVitest(lists[at], 0) : undefined
    if (again?.run) {
      unsteady.push(lost)
      runs.push(again.run)
      codes[at] = again.code
    } else runs.push({ passed: 0, failed: 1, skipped: 0, skips: {}, failures: [lost], times: [] })
  }
  return { code: codes.find((code) => code !== 0 && code !== 1) ?? Math.max(...codes), runs }
}

function runVitest(rest, at) {
  const isQuiet = at > 0
  const ownRunFile = `${runFile}.${at}`
  const nowFile = `${ownRunFile}.now`
  const program = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const isWatched = Boolean(process.env.CI) && !deep
  const stdio = isQuiet || isWatched ? ['ignore', 'pipe', 'pipe'] : 'inherit'
  const child = spawn(process.execPath, [program, 'run', ...rest], {
    stdio,
    env: { ...env, LATCHKEY_RUN_FILE: ownRunFile, LATCHKEY_NOW_FILE: nowFile },
  })
  const said = []
  // A worker that does not end would use up all the time that the other phases and the checks have.
  const stop = () => {
    const finished = statSync(nowFile, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (Date.now() - Math.max(finished, heard) < silence) return
    console.error(`\nStopped: no test ended and nothing was said for ${silence / 60_000} minutes.`)
    child.kill('SIGKILL')
  }
  let heard = Date.now()
  const watch = isWatched ? setInterval(stop, 10_000) : undefined
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => {
      heard = Date.now()
      if (isQuiet) said.push(text)
      else process.stdout.write(text)
    })
  // Ctrl-C reaches the child as well; this process waits for it to clean up.
  const wait = () => {}
  process.on('SIGINT', wait)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  return new Promise((resolve) =>
    child.once('close', (code, signal) => {
      process.removeListener('SIGINT', wait)
      clearInterval(watch)
      resolve({
        code: signal ? 130 : (code ?? 1),
        said: Buffer.concat(said),
        now: take(nowFile)[0],
        run: take(ownRunFile)[0],
      })
    }),
  )
}

function seconds(ms) {
  return `${Math.round(ms / 1000)} s`
}

function isProject(option) {
  return option.startsWith('--project=')
}

function list(heading, tests) {
  if (tests.length === 0) return
  console.log(`\n${heading}:`)
  for (const { file, title, reason } of tests) {
    console.log(`  ${file ?? 'no file'}: ${title}`)
    if (reason) console.log(reason.replaceAll(/^/gm, '      '))
  }
}

function journeys() {
  if (!existsSync('e2e')) return []
  const files = readdirSync('e2e', { recursive: true }).map((file) => `e2e/${String(file).replaceAll('\\', '/')}`)
  return files.filter((file) => file.endsWith('.test.ts'))
}

/** Two lists that take about as long by what each file took: journeys wait more than they compute, and each list has a world. */
function halves(files) {
  const lists = [
    { time: 0, files: [] },
    { time: 0, files: [] },
  ]
  const took = JSON.parse(readFileSync('tools/durations.json', 'utf8'))
  const sized = files.map((file) => ({ file, size: statSync(file).size }))
  const known = sized.filter(({ file }) => file in took)
  const sum = (list, of) => list.reduce((total, each) => total + of(each), 0)
  // One that is not in the list yet takes as long for its length as the others.
  const pace = known.length ? sum(known, ({ file }) => took[file]) / sum(known, ({ size }) => size) : 1
  const timed = sized.map(({ file, size }) => ({ file, time: took[file] ?? size * pace }))
  for (const { file, time } of timed.sort((a, b) => b.time - a.time)) {
    const list = lists[0].time <= lists[1].time ? lists[0] : lists[1]
    list.time += time
    list.files.push(file)
  }
  return lists.map(({ files }) => files).filter((files) => files.length > 0)
}

/** Reads the lines of a file that a run wrote, and deletes it. */
function take(path) {
  try {
    const lines = readFileSync(path, 'utf8').trim().split('\n')
    return lines.map((line) => JSON.parse(line))
  } catch {
    return []
  } finally {
    rmSync(path, { force: true })
  }
}
