// Packs the published packages and looks at the tarballs as a stranger would: publint, Are The Types Wrong, and a strict
// node_modules, in which a package finds only what it declares.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { undeclaredImports } from './declared.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const published = ['protocol', 'core', 'bitcoin', 'polkadot', 'cosmos', 'solana', 'connectors', 'react']

/**
 * Packs the published packages as they stand.
 *
 * @param {string} folder - Where the tarballs go; what was there is removed.
 * @returns {string[]} The tarballs.
 */
export function packAll(folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const spaces = published.flatMap((name) => ['--workspace', `packages/${name}`])
  const { status, stderr } = spawnSync('npm', ['pack', '--silent', '--pack-destination', folder, ...spaces], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm pack failed\n${stderr}`)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.tgz'))
    .map((name) => join(folder, name))
}

function run(program, args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd: root,
    encoding: 'utf8',
  })
  // Both talk at length about what is well.
  if (status !== 0) console.error(`${stdout}\n${stderr}`)
  return status === 0
}

/** What the packages of these tarballs import without declaring it. */
async function undeclaredIn(tarballs) {
  const folders = tarballs.map((tarball) => {
    const folder = tarball.replace(/\.tgz$/, '')
    mkdirSync(folder)
    const { status, stderr } = spawnSync('tar', ['-xzf', tarball, '-C', folder], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`tar failed\n${stderr}`)
    return join(folder, 'package')
  })
  const read = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const manifests = Object.fromEntries(folders.map((folder) => [read(folder).name, read(folder)]))
  return (await Promise.all(folders.map((folder) => undeclaredImports(folder, manifests)))).flat()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const tarballs = packAll(join(root, '.cache/pack'))
  const results = tarballs.flatMap((tarball) => [
    run('publint/src/cli.js', ['run', tarball, '--strict']),
    run('@arethetypeswrong/cli/dist/index.js', [tarball, '--profile', 'esm-only']),
  ])
  const undeclared = await undeclaredIn(tarballs)
  for (const problem of undeclared) console.error(problem)
  const complaints = results.filter((ok) => !ok).length + undeclared.length
  console.log(`${tarballs.length} packages packed, ${complaints} complaints`)
  process.exitCode = tarballs.length === published.length && complaints === 0 ? 0 : 1
}
