// Puts an app where no workspace can help it, and installs what its package.json names.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const families = ['bitcoin', 'cosmos', 'polkadot', 'solana'].map((name) => `@latchkey/${name}`)

/**
 * Copies an app and installs its dependencies, ours from tarballs.
 *
 * @param {{ from: string, to: string, tarballs: Record<string, string>, versions?: Record<string, string> }} options
 *   `from` and `to` are folders; `versions` take the place of those that package.json names.
 * @returns {Promise<{ megabytes: number, packages: number, engines: string[] }>} What `node_modules` weighs, and the packages of
 *   which npm says that they want another Node.
 */
export async function installApp({ from, to, tarballs, versions = {} }) {
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, {
    recursive: true,
    filter: (path) => !/[\\/](node_modules|dist|\.next|\.react-router|build)$/.test(path),
  })
  const manifestPath = join(to, 'package.json')
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'))
  for (const kind of ['dependencies', 'overrides'])
    for (const name of Object.keys(manifest[kind] ?? {})) manifest[kind][name] = versions[name] ?? manifest[kind][name]
  writeFileSync(manifestPath, JSON.stringify(manifest))
  if (Object.keys(manifest.dependencies).some((name) => name in tarballs)) {
    // Our packages name each other by version; until they are in a registry, every mention means the tarball.
    const files = Object.fromEntries(Object.entries(tarballs).map(([name, path]) => [name, `file:${path}`]))
    for (const name of Object.keys(manifest.dependencies))
      manifest.dependencies[name] = files[name] ?? manifest.dependencies[name]
    manifest.overrides = { ...manifest.overrides, ...files }
    // What a family's package brings is installed by an app that names one.
    const isLean = !Object.keys(manifest.dependencies).some((name) => families.includes(name))
    for (const name of Object.keys(files))
      if (!(isLean && families.includes(name))) manifest.dependencies[name] ??= files[name]
    writeFileSync(manifestPath, `${JSON.stringify(manifest, null, 2)}\n`)
  }
  const said = await goIn(to, 'npm', [
    'install',
    '--prefer-offline',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
  ])
  const engines = [...said.matchAll(/EBADENGINE\s+package: '([^']+)'/g)].map(([, name]) => name)
  return { ...weigh(join(to, 'node_modules')), engines }
}

/**
 * Runs a program in a folder and throws with what it said when it fails.
 *
 * @param {string} folder - Where to run it.
 * @param {string} program - A program, or `npm`/`npx`.
 * @param {readonly string[]} args - Its arguments.
 * @param {Record<string, string>} [env] - What its environment holds besides.
 * @returns {string} What it wrote.
 */
export function runIn(folder, program, args, env = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    // biome-ignore lint/style/noProcessEnv: the environment of a child process
    env: { ...process.env, NODE_ENV: '', NEXT_TELEMETRY_DISABLED: '1', ...env },
  })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}\n${stdout}\n${stderr}`)
  return stdout + stderr
}

/** As `runIn`, while the caller does something else. */
function goIn(folder, program, args) {
  const child = spawn(program, args, {
    cwd: folder,
    shell: process.platform === 'win32',
    // biome-ignore lint/style/noProcessEnv: the environment of a child process
    env: { ...process.env, NODE_ENV: '' },
  })
  const said = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      const text = Buffer.concat(said).toString()
      if (code === 0) resolve(text)
      else reject(new Error(`${program} ${args.join(' ')} ended with ${code}\n${text}`))
    })
  })
}

function weigh(folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, '.package-lock.json'), 'utf8'))
  const installed = Object.keys(packages).filter((path) => existsSync(join(folder, '..', path)))
  return { megabytes: bytesIn(folder) / 1e6, packages: installed.length }
}

function bytesIn(folder) {
  let bytes = 0
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const stat = lstatSync(path)
    bytes += stat.isDirectory() ? bytesIn(path) : stat.isFile() ? stat.size : 0
  }
  return bytes
}
