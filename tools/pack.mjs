// Packs the published packages and looks at the tarballs as a stranger would: publint and Are The Types Wrong.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const published = ['protocol', 'core', 'connectors', 'react']

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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const tarballs = packAll(join(root, '.cache/pack'))
  const results = tarballs.flatMap((tarball) => [
    run('publint/src/cli.js', ['run', tarball, '--strict']),
    run('@arethetypeswrong/cli/dist/index.js', [tarball, '--profile', 'esm-only']),
  ])
  console.log(`${tarballs.length} packages packed, ${results.filter((ok) => !ok).length} complaints`)
  process.exitCode = tarballs.length === published.length && results.every(Boolean) ? 0 : 1
}
