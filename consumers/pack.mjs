// Builds the packages and packs them as a registry would hand them out.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPackages } from '../tools/build.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const published = ['protocol', 'core', 'bitcoin', 'polkadot', 'cosmos', 'solana', 'connectors', 'react']

/**
 * Builds and packs the published packages.
 *
 * @param {string} folder - Where the tarballs go; it is emptied first.
 * @param {{ build?: boolean }} [options] `build` (default true) builds before packing.
 * @returns {Promise<Record<string, string>>} The path of each tarball, by package name.
 */
export async function packPackages(folder, { build = true } = {}) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  // Only what is packed: a stranger's app must not wait for the server to compile.
  if (build) await buildPackages(published.map((name) => `packages/${name}`))
  const workspaces = published.map((name) => `--workspace=@latchkey/${name}`)
  const listed = run('npm', ['pack', '--json', '--pack-destination', folder, ...workspaces])
  const packed = JSON.parse(listed.slice(listed.search(/^[[{]/m)))
  return Object.fromEntries(Object.values(packed).map(({ name, filename }) => [name, join(folder, filename)]))
}

function run(program, args) {
  const shell = process.platform === 'win32' && program === 'npm'
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, encoding: 'utf8', shell })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}\n${stdout}\n${stderr}`)
  return stdout
}
