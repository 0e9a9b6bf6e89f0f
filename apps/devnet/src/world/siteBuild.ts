import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { buildEnv } from '../env.js'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** A part of the world that is built from sources beside this package. */
export type Site = {
  /** The displayed name. */
  readonly label: string
  /** The folder of its sources. */
  readonly folder: string
  /** Its builds are kept under this name. */
  readonly cache: string
  /** The workspace packages that it is made of. */
  readonly packages: readonly string[]
}

/** The web app; undefined where this package stands alone. */
export function webSite(): Site | undefined {
  const packages = ['protocol', 'core', 'connectors', 'bitcoin', 'cosmos', 'polkadot', 'solana', 'react']
  return present({ label: 'The web app', folder: join(root, 'apps', 'web'), cache: 'latchkey-web', packages })
}

/** The embedded wallet's pages; undefined where this package stands alone. */
export function frameSite(): Site | undefined {
  const folder = join(root, 'apps', 'frame')
  return present({ label: 'The embedded wallet', folder, cache: 'latchkey-frame', packages: ['protocol'] })
}

function present(site: Site): Site | undefined {
  return existsSync(join(site.folder, 'index.html')) ? site : undefined
}

/** A program file of Vite, found from the site, which is the one that depends on it. */
export function viteFile(folder: string, path: string): string {
  return join(dirname(createRequire(join(folder, 'package.json')).resolve('vite/package.json')), path)
}

/**
 * Builds a site unless this very state of its sources was built before.
 *
 * @param site - What is built.
 * @param building - Hears that a build was needed.
 * @param signal - Ends the build.
 * @returns The folder of the build.
 * @throws LatchkeyError INVALID_CONFIG when the build fails, with its output.
 */
export async function buildSite(site: Site, building: () => void, signal: AbortSignal): Promise<string> {
  const cache = join(root, 'node_modules', '.cache', site.cache)
  const target = join(cache, hashSources(site))
  if (existsSync(join(target, 'index.html'))) {
    // The newest use decides what is kept.
    utimesSync(target, new Date(), new Date())
    return target
  }
  building()
  mkdirSync(cache, { recursive: true })
  const draft = `${target}.${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  try {
    await runVite(site, draft, signal)
    keepDraft(draft, target)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
  forget(cache, target)
  return target
}

// Two processes may build the same at once; whichever comes second finds the work done.
function keepDraft(draft: string, target: string): void {
  try {
    if (!existsSync(target)) renameSync(draft, target)
  } catch (error) {
    if (!existsSync(target)) throw error
  }
  rmSync(draft, { recursive: true, force: true })
}

function runVite({ label, folder }: Site, target: string, signal: AbortSignal): Promise<void> {
  const vite = viteFile(folder, 'bin/vite.js')
  const args = [vite, 'build', folder, '--outDir', target, '--emptyOutDir', '--logLevel', 'warn']
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: buildEnv(),
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  })
  const output: string[] = []
  const keepOutput = (text: Buffer) => output.push(text.toString())
  child.stdout.on('data', keepOutput)
  child.stderr.on('data', keepOutput)
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  signal.addEventListener('abort', end)
  return new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      process.removeListener('exit', end)
      signal.removeEventListener('abort', end)
      if (code === 0) return resolve()
      if (signal.aborted) return reject(new LatchkeyError('ABORTED', `${label} was not built to its end`))
      const details = output.join('').trim().slice(-4000)
      reject(new LatchkeyError('INVALID_CONFIG', `${label} could not be built`, { details }))
    })
  })
}

// A site is made of its own files, of the packages that it imports and of what the lock names.
function hashSources(site: Site): string {
  const hash = createHash('sha256').update('production\0')
  const packages = site.packages.map((name) => join(root, 'packages', name))
  const own = readdirSync(site.folder).filter((name) => /\.(html|json|ts)$/.test(name))
  const folders = [join(site.folder, 'src'), join(site.folder, 'public'), ...packages.map((each) => join(each, 'src'))]
  const files = [
    ...own.sort().map((name) => join(site.folder, name)),
    join(root, 'package-lock.json'),
    ...packages.map((folder) => join(folder, 'package.json')),
    ...folders.flatMap(filesUnder),
  ]
  for (const file of files) {
    if (!existsSync(file)) continue
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex').slice(0, 24)
}

function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => !/\.test\.tsx?$|\.test-d\.ts$|__snapshots__/.test(file))
    .sort()
    .map((file) => join(folder, file))
    .filter((file) => statSync(file).isFile())
}

/** Keeps the three builds that were used last. */
function forget(cache: string, keep: string): void {
  const builds = readdirSync(cache)
    .filter((name) => /^[0-9a-f]{24}$/.test(name))
    .map((name) => join(cache, name))
    .sort((a, b) => usedAt(b) - usedAt(a))
  for (const build of builds.slice(3)) if (build !== keep) rmSync(build, { recursive: true, force: true })
}

function usedAt(build: string): number {
  return statSync(build, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
