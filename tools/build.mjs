// `npm run build`: packages to dist (code, declarations, maps, styles), then the web app and the
// embedded wallet's pages. `--packages` stops after the first.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { joinModules, partModules } from './joinModules.mjs'
import { requireNode } from './prepare.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

// The order in which they are built is tsc's; this list says which have a dist.
const packages = [
  'packages/protocol',
  'packages/core',
  'packages/bitcoin',
  'packages/polkadot',
  'packages/cosmos',
  'packages/solana',
  'packages/connectors',
  'packages/react',
  'apps/devnet',
  'apps/server',
]
const code = /\.(js|js\.map|d\.ts|d\.ts\.map)$/

/** Files in dist whose source is gone: a removed file must not be shipped. */
export function leftovers(folder) {
  const [src, dist] = [join(folder, 'src'), join(folder, 'dist')]
  if (!existsSync(dist) || !existsSync(src)) return []
  const sources = new Set(files(src))
  return files(dist).filter((file) => {
    if (file.startsWith('client/') || file === '.tsbuildinfo') return false
    const base = file.replace(code, '')
    return !(
      sources.has(file) ||
      sources.has(`${base}.ts`) ||
      sources.has(`${base}.tsx`) ||
      sources.has(`${base}.json`)
    )
  })
}

function files(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath ?? entry.path, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
}

function copyAssets(folder) {
  for (const file of files(join(folder, 'src')).filter((name) => /\.(css|sql|svg|png)$/.test(name))) {
    mkdirSync(dirname(join(folder, 'dist', file)), { recursive: true })
    copyFileSync(join(folder, 'src', file), join(folder, 'dist', file))
  }
}

function run(program, args, cwd = root) {
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error(`${program} ended with ${status}`)
}

/** Builds the packages that have sources: all, or those in the given folders. */
export async function buildPackages(folders = packages) {
  const present = folders.map((folder) => join(root, folder)).filter((folder) => existsSync(join(folder, 'src')))
  for (const folder of present.filter((folder) => existsSync(join(folder, 'dist'))))
    partModules(files(join(folder, 'dist')).map((file) => join(folder, 'dist', file)))
  for (const folder of present) for (const file of leftovers(folder)) rmSync(join(folder, 'dist', file))
  // Without its dist a build record would claim that there is nothing to do.
  run('typescript/bin/tsc', ['-b', ...present])
  for (const folder of present) copyAssets(folder)
  await joinModules()
}

/** Builds the web app that visitors see, and the embedded wallet's pages, which a server looks for beside itself. */
export function buildSites() {
  for (const site of ['apps/web', 'apps/frame'].map((folder) => join(root, folder))) {
    if (existsSync(join(site, 'index.html'))) run('vite/bin/vite.js', ['build'], site)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  requireNode()
  try {
    await buildPackages()
    if (!process.argv.includes('--packages')) buildSites()
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
