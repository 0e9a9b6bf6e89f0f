// Mutates the files of a shard by rule (StrykerJS) and says which mutants no test noticed: `node tools/mutate.mjs protocol/siwx`.
// Without a name it goes through all shards, which takes hours. What was found is kept in .reports/mutation/<shard>.json, and the next
// run mutates again only what has changed. Ends with 1 when a shard scores less than 90 %.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shards } from '../mutants/shards.mjs'
import { requireNode } from './prepare.mjs'

/** The least share of mutants that tests have to notice, in percent. */
const least = 90

requireNode()
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const folder = join(root, '.reports', 'mutation')
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(shards, name))
if (unknown.length) {
  console.error(`There is no shard ${unknown.join(', ')} to mutate. Shards: ${Object.keys(shards).join(', ')}`)
  process.exit(1)
}
for (const name of asked.length ? asked : Object.keys(shards)) {
  const score = mutate(name)
  if (!(score >= least)) process.exitCode = 1
}

/** Mutates one shard and gives its score in percent; nothing when it could not be run. */
function mutate(name) {
  const file = join(folder, name.replaceAll('/', '-'))
  const { files } = shards[name]
  mkdirSync(folder, { recursive: true })
  const config = {
    packageManager: 'npm',
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'mutants/vitest.config.ts', related: false },
    mutate: [...files, '!**/*.test.{ts,tsx}'],
    // A sentence in other words is no other decision.
    mutator: { excludedMutations: ['StringLiteral'] },
    // Types are not looked at: the tests are what must notice.
    disableTypeChecks: false,
    tsconfigFile: 'none',
    ignorePatterns: ['**/dist', '.reports', '.cache', '.latchkey', 'bench'],
    tempDirName: '.reports/mutation/sandbox',
    incremental: true,
    incrementalFile: `${file}.json`,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: `${file}.report.json` },
    concurrency: Number(process.env.LATCHKEY_MUTATE_WORKERS ?? 1),
    // A busy machine must not make a mutant look as if it had been noticed.
    timeoutMS: 60_000,
    allowConsoleColors: false,
  }
  const configFile = `${file}.config.json`
  writeFileSync(configFile, JSON.stringify(config))
  console.log(`\n── ${name}`)
  const program = join(root, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js')
  const { status } = spawnSync(process.execPath, [program, 'run', configFile], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, LATCHKEY_SHARD: name, LATCHKEY_DEEP: '' },
  })
  if (status !== 0 || !existsSync(`${file}.report.json`)) return undefined
  return summary(name, JSON.parse(readFileSync(`${file}.report.json`, 'utf8')))
}

/** Prints the score of a shard and each mutant that survived. */
function summary(name, report) {
  const mutants = Object.entries(report.files).flatMap(([file, { mutants, source }]) =>
    mutants.map((each) => ({ ...each, file, source })),
  )
  const count = (...states) => mutants.filter(({ status }) => states.includes(status)).length
  const killed = count('Killed', 'Timeout')
  const lived = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  const score = (100 * killed) / (killed + lived.length)
  for (const { file, source, location, mutatorName, replacement, status } of lived) {
    const { start, end } = location
    const lines = source.split('\n')
    const was =
      start.line === end.line
        ? lines[start.line - 1].slice(start.column - 1, end.column - 1)
        : `${lines[start.line - 1].slice(start.column - 1)} …`
    console.log(
      `${status === 'Survived' ? 'survived' : 'not run'}  ${file}:${start.line} ${mutatorName}: ${was}  →  ${replacement}`,
    )
  }
  console.log(`${name}: ${score.toFixed(1)} %, ${killed} of ${killed + lived.length} noticed`)
  return score
}
