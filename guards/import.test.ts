import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packages } from './packages.js'

// Zod keeps one settings object a page, so that two copies of it agree.
const known = new Set(['global __zod_globalConfig', 'global __zod_globalRegistry'])

const entryPoints = packages().flatMap(({ folder, manifest }) =>
  Object.keys(manifest.exports ?? {})
    .filter((entryPoint) => entryPoint !== './package.json' && !entryPoint.endsWith('.css'))
    .map((entryPoint) => ({ specifier: `${manifest.name}${entryPoint.slice(1)}`, folder })),
)

describe('nothing happens on import', () => {
  let seen: string[][]
  // The entry point is resolved from the package itself, which may import its own entry points.
  beforeAll(async () => {
    seen = await happenings(entryPoints.map(({ specifier, folder }) => sourceOf(specifier, folder)))
  })

  it.each(entryPoints.map((entryPoint, at) => ({ ...entryPoint, at })))('$specifier in bare Node', ({ at }) => {
    expect(seen[at]).toEqual([])
  })

  it.each([
    ['a global', 'globalThis.latchkey = 1', 'global latchkey'],
    ['a listener', "process.on('SIGINT', () => {})", 'listener SIGINT'],
    ['a timer', 'setInterval(() => {}, 1000).unref()', 'setInterval'],
    ['a line', "console.warn('hello')", 'console.warn'],
    ['a request', "fetch('http://127.0.0.1:1').catch(() => {})", 'network'],
  ])('would see %s', async (_, code, expected) => {
    const file = join(folder(), 'probe.mjs')
    writeFileSync(file, `${code.includes('fetch') ? `try { ${code} } catch {}` : code}\n`)
    const quiet = join(folder(), 'quiet.mjs')
    writeFileSync(quiet, 'export {}\n')
    const urls = [quiet, file, quiet].map((path) => pathToFileURL(path).href)
    expect(await happenings(urls)).toEqual([[], [expected], []])
  })
})

const made: string[] = []
afterAll(() => {
  for (const path of made) rmSync(path, { recursive: true, force: true })
})

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'import-'))
  made.push(path)
  return path
}

/** Imports modules in a process of its own and lists what happened besides, by module. */
async function happenings(urls: readonly string[]): Promise<string[][]> {
  const probe = resolve('guards/test/importProbe.mjs')
  const tsx = pathToFileURL(resolve('node_modules/tsx/dist/esm/index.mjs')).href
  const args = ['--conditions=@latchkey/source', '--import', tsx, probe, ...urls]
  const output = await promisify(execFile)(process.execPath, args, { timeout: 120_000 })
  const last = output.stdout.trim().split('\n').at(-1) ?? '[]'
  return (JSON.parse(last) as string[][]).map((happened) => happened.filter((what) => !known.has(what)))
}

/** The source of an entry point, as its package.json has it. */
function sourceOf(specifier: string, folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const entryPoint = manifest.exports[`.${specifier.slice(manifest.name.length)}`]
  return pathToFileURL(resolve(folder, entryPoint['@latchkey/source'])).href
}
