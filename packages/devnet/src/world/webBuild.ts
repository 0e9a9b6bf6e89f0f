import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LatchkeyError } from '@latchkey/protocol/errors'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** The folder of the web app's sources; undefined where this package stands alone. */
export function webFolder(): string | undefined {
  const folder = join(root, 'apps', 'web')
  return existsSync(join(folder, 'index.html')) ? folder : undefined
}

/** A program file of Vite, found from the web app, which is the one that depends on it. */
export function viteFile(web: string, path: string): string {
  return join(dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json')), path)
}

/**
 * Builds the web app unless this very state of its sources was built before.
 *
 * @param web - The folder of its sources.
 * @param signal - Ends the build.
 * @returns The folder of the build.
 * @throws LatchkeyError INVALID_CONFIG when the build fails, with what it said.
 */
export async function buildWeb(web: string, building: () => void, signal: AbortSignal): Promise<string> {
  const cache = join(root, 'node_modules', '.cache', 'latchkey-web')
  const target = join(cache, hashSources(web))
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
    await runVite(web, draft, signal)
    if (existsSync(target)) rmSync(draft, { recursive: true, force: true })
    else renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
  forget(cache, target)
  return target
}

function runVite(web: string, target: string, signal: AbortSignal): Promise<void> {
  const args = [viteFile(web, 'bin/vite.js'), 'build', web, '--outDir', target, '--emptyOutDir', '--logLevel', 'warn']
  const child = spawn(process.execPath, args, { cwd: web, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true })
  const said: string[] = []
  const hear = (text: Buffer) => said.push(text.toString())
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  signal.addEventListener('abort', end)
  return new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      process.removeListener('exit', end)
      signal.removeEventListener('abort', end)
      if (code === 0) return resolve()
      if (signal.aborted) return reject(new LatchkeyError('ABORTED', 'The build of the web app was ended'))
      const details = said.join('').trim().slice(-4000)
      reject(new LatchkeyError('INVALID_CONFIG', 'The web app could not be built', { details }))
    })
  })
}

// The web app is made of its own files, of the packages that it imports and of what the lock names.
function hashSources(web: string): string {
  const hash = createHash('sha256')
  const packages = ['protocol', 'core', 'connectors', 'react'].map((name) => join(root, 'packages', name))
  const files = [
    ...['index.html', 'package.json', 'vite.config.ts'].map((name) => join(web, name)),
    join(root, 'package-lock.json'),
    ...packages.map((folder) => join(folder, 'package.json')),
    ...[join(web, 'src'), join(web, 'public'), ...packages.map((folder) => join(folder, 'src'))].flatMap(filesUnder),
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
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  for (const build of builds.slice(3)) if (build !== keep) rmSync(build, { recursive: true, force: true })
}
