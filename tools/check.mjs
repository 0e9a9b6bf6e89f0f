// `npm run check`: everything that is not a test. Each step runs even when an earlier one failed; a table closes the run.
// A word picks steps: `npm run check -- types lint`; `--without guards` leaves some out.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { requireNode, staleReason } from './prepare.mjs'

requireNode()
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const module = (path, ...args) => [process.execPath, [join(root, 'node_modules', path), ...args]]
const tool = (path, ...args) => [process.execPath, [join(root, 'tools', path), ...args]]

// The build stands before what looks at dist.
const steps = [
  ['types', module('typescript/bin/tsc', '-b')],
  ['lint', module('@biomejs/biome/bin/biome', 'ci', '.')],
  ['guards', module('vitest/vitest.mjs', 'run', '--project', 'guards')],
  ['workspace', module('sherif/index.js')],
  ['unused', module('knip/bin/knip.js', '--no-config-hints')],
  ['lock', tool('lock.mjs')],
  ['licences', tool('licences.mjs')],
  ['build', tool('build.mjs')],
  ['start', tool('firstStart.mjs')],
  ['signatures', tool('signatures.mjs', '--check')],
  ['packages', tool('pack.mjs')],
  ['size', module('size-limit/bin.js')],
  ['consumers', [process.execPath, [join(root, 'consumers', 'run.mjs')]]],
]

const words = process.argv.slice(2)
const isWithout = words[0] === '--without'
const named = isWithout ? words.slice(1) : words
const unknown = named.filter((name) => !steps.some(([step]) => step === name))
if (unknown.length) {
  console.error(`There is no step ${unknown.join(', ')}. Steps: ${steps.map(([name]) => name).join(', ')}`)
  process.exit(1)
}

const rows = []
for (const [name, [program, args]] of steps) {
  if (named.length && named.includes(name) === isWithout) continue
  console.log(`\n── ${name}`)
  const started = Date.now()
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit' })
  rows.push({ name, ok: status === 0, seconds: (Date.now() - started) / 1000 })
}

console.log('')
for (const { name, ok, seconds } of rows)
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s`)
const isGood = rows.every(({ ok }) => ok)
const stale = isGood ? undefined : staleReason(root)
if (stale !== undefined) console.log(`What is installed is not what the lock names (${stale}): run npm install.`)
process.exit(isGood ? 0 : 1)
