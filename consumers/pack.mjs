// Builds the packages and packs them as a registry would hand them out.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const published = ['protocol', 'core', 'bitcoin', 'polkadot', 'cosmos', 'solana', 'connectors', 'react']

/**
 * Builds and packs the published packages.
 *
 * @param {string} folder - Where the tarballs go; it is emptied first.
 * @param {{ build?: boolean }} [options] `build` (default true) builds before packing.
 * @returns {Record<string, string>} The path of each tarball, by package name.
 */
export function packPackages(folder, { build = true } = {}) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  if (build) buildPublished()
  const workspaces = published.map((name) => `--workspace=@latchkey/${name}`)
  const listed = run('npm', ['pack', '--json', '--pack-destination', folder, ...workspaces])
  const packed = JSON.parse(listed.slice(listed.search(/^[[{]/m)))
  return Object.fromEntries(Object.values(packed).map(({ name, filename }) => [name, join(folder, filename)]))
}

// Only what is packed: a stranger's app must not wait for the server to compile.
function buildPublished() {
  const folders = published.map((name) => join(root, 'packages', name))
  run(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-b', ...folders])
  for (const folder of folders) {
    for (const file of readdirSync(join(folder, 'src'), { recursive: true }).filter((name) => name.endsWith('.css'))) {
      mkdirSync(dirname(join(folder, 'dist', file)), { recursive: true })
      copyFileSync(join(folder, 'src', file), join(folder, 'dist', file))
    }
  }
}

function run(program, args) {
  const shell = process.platform === 'win32' && program === 'npm'
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, encoding: 'utf8', shell })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}\n${stdout}\n${stderr}`)
  return stdout
}
