// `npm run signatures` writes what each entry point of the published packages exports, as its declarations say it, to docs/api.
// `node tools/signatures.mjs --check` fails where that is not what the build says, and where it changed without a changeset.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { reportPackage } from './declarations.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const published = ['protocol', 'core', 'bitcoin', 'polkadot', 'cosmos', 'solana', 'connectors', 'react']
const place = 'docs/api'

/**
 * Compares what is committed with what the build says.
 *
 * @param {Record<string, string>} committed - The reports as they stand, by path.
 * @param {Record<string, string>} built - The reports of the build, by path.
 * @returns {string[]} The paths that differ, are missing or are left over.
 */
export function differences(committed, built) {
  const paths = new Set([...Object.keys(committed), ...Object.keys(built)])
  return [...paths].filter((path) => committed[path] !== built[path]).sort()
}

/**
 * Finds the packages whose signatures changed without a changeset that names them. A branch is compared with where it left
 * main. On main itself, and where the history is not at hand, there is nothing to compare with.
 *
 * @param {string} folder - The root of a git work tree.
 * @returns {string[]} Names of packages.
 */
export function unannounced(folder) {
  const base = ['origin/main', 'main'].map((name) => git(folder, 'merge-base', 'HEAD', name)).find(Boolean)
  // Where no report was kept, none can have changed.
  if (!base || !git(folder, 'ls-tree', '-r', '--name-only', base, place)) return []
  const changed = names(git(folder, 'diff', '--name-only', base, '--', place, '.changeset'))
  const strange = names(git(folder, 'ls-files', '--others', '--exclude-standard', place, '.changeset'))
  const paths = [...changed, ...strange]
  const told = paths
    .filter((path) => /^\.changeset\/(?!README).*\.md$/.test(path) && existsSync(join(folder, path)))
    .map((path) => readFileSync(join(folder, path), 'utf8').split(/^---$/m)[1] ?? '')
    .join('')
  const packages = new Set(paths.flatMap((path) => /^docs\/api\/([^/]+)\//.exec(path)?.[1] ?? []))
  return [...packages].map((name) => `@latchkey/${name}`).filter((name) => !told.includes(`"${name}"`))
}

const names = (said) => said.split('\n').filter((name) => name !== '')

function git(folder, ...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : ''
}

function readReports() {
  const folder = join(root, place)
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true }) : []
  const paths = files.map((path) => String(path).replaceAll('\\', '/')).filter((path) => path.endsWith('.txt'))
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
}

function main(check) {
  const built = Object.assign({}, ...published.map((name) => reportPackage(join(root, 'packages', name), name)))
  if (!check) {
    rmSync(join(root, place), { recursive: true, force: true })
    for (const [path, text] of Object.entries(built)) {
      mkdirSync(dirname(join(root, place, path)), { recursive: true })
      writeFileSync(join(root, place, path), text)
    }
    return 0
  }
  const stale = differences(readReports(), built)
  if (stale.length)
    console.error(`Signatures changed: ${stale.join(', ')}. Run \`npm run signatures\` and commit ${place}.`)
  const silent = unannounced(root)
  if (silent.length)
    console.error(`${silent.join(', ')}: signatures changed without a changeset. Run \`npx changeset\`.`)
  if (!stale.length && !silent.length) console.log(`${Object.keys(built).length} entry points are as ${place} says`)
  return stale.length || silent.length ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(main(process.argv.includes('--check')))
