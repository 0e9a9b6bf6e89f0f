// Checks the licences of everything that is shipped, by the lock file, and keeps THIRD_PARTY.md true (`--write` writes it).
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packages as pictures, protocolMark, sources } from './walletSources.mjs'

const allowed = new Set([
  'MIT',
  'MIT-0',
  'WTFPL',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'CC0-1.0',
  'Unlicense',
  'BlueOak-1.0.0',
  'OFL-1.1',
  'Zlib',
])

/** Tells whether an SPDX expression can be met with allowed licences: one of an OR, all of an AND. */
export function isAllowed(expression) {
  const text = String(expression ?? '')
    .replace(/[()]/g, ' ')
    .trim()
  if (!text) return false
  return text.split(/\s+OR\s+/i).some((choice) => choice.split(/\s+AND\s+/i).every((one) => allowed.has(one.trim())))
}

/** Packages that are no longer open source, or never were: refused in shipped and in development dependencies. */
export function isRefused(name, version) {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.-]/).map(Number)
  // The wallet's half was Apache-2.0 up to here; the next one builds on a core that is not.
  if (name === '@reown/walletkit') return major !== 1 || minor > 2 || (minor === 2 && patch > 10)
  if (name.startsWith('@reown/')) return true
  if (!name.startsWith('@walletconnect/')) return false
  return major > 2 || (major === 2 && (minor > 21 || (minor === 21 && patch >= 9)))
}

/**
 * Lists what is shipped: the dependencies of every workspace package and theirs, optional ones too, without devDependencies and peers.
 *
 * @param {Record<string, any>} packages - The `packages` of the lock file.
 * @returns {Map<string, { name: string, version: string, licence: string | undefined }>} By path in the lock.
 */
export function shippedPackages(packages) {
  const shipped = new Map()
  const visit = (from, names) => {
    for (const name of names) {
      const path = resolve(packages, from, name)
      const entry = path === undefined ? undefined : packages[path]
      if (!entry || shipped.has(path)) continue
      if (entry.link) continue
      shipped.set(path, { name: entry.name ?? name, version: entry.version, licence: entry.license })
      visit(path, [...Object.keys(entry.dependencies ?? {}), ...Object.keys(entry.optionalDependencies ?? {})])
    }
  }
  for (const [path, entry] of Object.entries(packages)) {
    if (!/^(packages|apps)\/[^/]+$/.test(path)) continue
    visit(path, [...Object.keys(entry.dependencies ?? {}), ...Object.keys(entry.optionalDependencies ?? {})])
  }
  return shipped
}

// Node looks from the inside out, and so does the lock.
function resolve(packages, from, name) {
  for (let at = from; ; at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : '') {
    const path = `${at ? `${at}/` : ''}node_modules/${name}`
    if (packages[path]) return path
    if (!at) return undefined
  }
}

/**
 * Checks a lock.
 *
 * @param {Record<string, any>} packages - The `packages` of the lock file.
 * @param {(path: string) => string | undefined} installedLicence - Reads the licence of an installed package, for entries that lack it.
 * @returns {{ problems: string[], rows: { name: string, version: string, licence: string }[] }} What is wrong, and what is shipped.
 */
export function checkLicences(packages, installedLicence) {
  const problems = []
  const rows = new Map()
  for (const [path, { name, version, licence }] of shippedPackages(packages)) {
    const known = licence ?? installedLicence(path) ?? siblingLicence(packages, path)
    if (!isAllowed(known)) problems.push(`${name}@${version} is shipped under '${known ?? 'no licence'}'`)
    rows.set(`${name}@${version}`, { name, version, licence: known ?? '?' })
  }
  for (const [path, entry] of Object.entries(packages)) {
    const name = entry.name ?? path.replace(/^.*node_modules\//, '')
    if (path.includes('node_modules/') && entry.version && isRefused(name, entry.version)) {
      problems.push(`${name}@${entry.version} may not be used at all`)
    }
  }
  const sorted = [...rows.values()].sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1))
  return { problems, rows: sorted }
}

// A platform's package that is not installed here has the licence of the package it belongs to.
function siblingLicence(packages, path) {
  const name = path.replace(/^.*node_modules\//, '')
  const owner = Object.values(packages).find((entry) => entry.optionalDependencies?.[name])
  return owner?.license
}

/** Writes the page. */
export function page(rows) {
  return [
    '# Third-party software',
    '',
    'Latchkey is MIT. What it ships or installs to run comes under the licences below, all of which allow that. The table is',
    'written by `node tools/licences.mjs --write` from the lock file and checked by `npm run check`.',
    '',
    '| package | version | licence |',
    '|---|---|---|',
    ...rows.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`),
    '',
    'Pictures of tokens and networks: see `apps/server/src/data/images/LICENSE`. The contracts of the local chains are our own',
    'and build on OpenZeppelin Contracts (MIT); their bytecode is made from `apps/devnet/contracts` by `npx tsx scripts/compile.ts`',
    'in `apps/devnet`, and a test compiles it again. The compiler (solc, GPL-3.0, from a package under MIT) is a tool of development',
    'and is not shipped. Interface icons are taken from Lucide (ISC).',
    '',
    '## Logos of wallets',
    '',
    'These are trademarks of their owners, who have nothing to do with Latchkey and do not endorse it. Each is shown beside the name of',
    'its wallet, to name it and for nothing else, unchanged but for the square it stands in. The files come from the packages below (MIT,',
    'each pinned by its hash), rebuilt from their shapes by `node tools/walletPictures.mjs`; nothing of the packages is installed.',
    'An operator takes one away with `LATCHKEY_WALLET_LETTERS` (`docs/operating.md`). Owners who want theirs changed or gone: open an issue.',
    '',
    '| wallet | package | file |',
    '|---|---|---|',
    ...Object.entries({ ...sources, WalletConnect: protocolMark }).map(([wallet, { from, path }]) => {
      const { name, version } = pictures[from]
      return `| ${wallet} | ${name} ${version} | ${path} |`
    }),
    '',
  ].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..')
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const { problems, rows } = checkLicences(packages, (path) => {
    const file = join(root, path, 'package.json')
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).license : undefined
  })
  const target = join(root, 'THIRD_PARTY.md')
  if (process.argv.includes('--write')) writeFileSync(target, page(rows))
  else if (!existsSync(target) || readFileSync(target, 'utf8') !== page(rows)) {
    problems.push('THIRD_PARTY.md is not what the lock says: run node tools/licences.mjs --write')
  }
  for (const problem of problems) console.error(problem)
  if (problems.length === 0) console.log(`${rows.length} shipped packages, all under licences that MIT can live with`)
  process.exitCode = problems.length ? 1 : 0
}
