// Checks that no package in the wallet's pages was taken within a week of coming out: a version that was put there by a thief is
// mostly found and gone by then. The days stand in `tools/ages.json`; `--write` asks the registry for those that are missing.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shippedPackages } from './licences.mjs'

const parts = ['apps/frame', 'packages/protocol']
const leastDays = 7
const day = 86_400_000

/** Lists what ends up in the wallet's pages, as `name@version`. */
export function framePackages(packages) {
  const inFrame = Object.entries(packages).filter(([path]) => path.includes('node_modules/') || parts.includes(path))
  const shipped = shippedPackages(Object.fromEntries(inFrame)).values()
  return [...new Set([...shipped].map(({ name, version }) => `${name}@${version}`))].sort()
}

/**
 * Finds what is wrong with the days that are written down.
 *
 * @param {string[]} names - What is in the pages, as `name@version`.
 * @param {Record<string, { released: string, taken: string }>} ages - When each came out, and when it was taken.
 * @returns {string[]} One sentence for each package that has no days, or was taken too early.
 */
export function ageProblems(names, ages) {
  return names.flatMap((name) => {
    const { released, taken } = ages[name] ?? {}
    const days = (Date.parse(taken) - Date.parse(released)) / day
    if (!Number.isFinite(days)) return [`${name} has no days in tools/ages.json: run node tools/ages.mjs --write`]
    return days < leastDays
      ? [`${name} was taken ${(Math.floor(days * 10) / 10).toFixed(1)} days after it came out; ${leastDays} are needed`]
      : []
  })
}

/** Asks the registry when a version came out. */
function askReleased(name) {
  const at = name.lastIndexOf('@')
  const answer = execFileSync('npm', ['view', name.slice(0, at), 'time', '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  })
  return JSON.parse(answer)[name.slice(at + 1)]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root =
    process.argv.slice(2).find((word) => !word.startsWith('--')) ?? join(dirname(fileURLToPath(import.meta.url)), '..')
  const file = join(root, 'tools', 'ages.json')
  const names = framePackages(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages)
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const taken = new Date().toISOString()
  const isWriting = process.argv.includes('--write')
  const entries = names.map((name) => [name, known[name] ?? (isWriting ? { released: askReleased(name), taken } : {})])
  const problems = ageProblems(names, Object.fromEntries(entries))
  for (const problem of problems) console.error(problem)
  if (isWriting && problems.length === 0)
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
  process.exitCode = problems.length ? 1 : 0
}
