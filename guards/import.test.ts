import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { rooms } from './rooms.js'

// Zod keeps one settings object a page, so that two copies of it agree.
const known = new Set(['global __zod_globalConfig', 'global __zod_globalRegistry'])

const doors = rooms().flatMap(({ folder, manifest }) =>
  Object.keys(manifest.exports ?? {})
    .filter((door) => door !== './package.json' && !door.endsWith('.css'))
    .map((door) => ({ specifier: `${manifest.name}${door.slice(1)}`, folder })),
)

describe('nothing happens on import', () => {
  it.concurrent.each(doors)('$specifier in bare Node', async ({ specifier, folder }) => {
    expect(await happenings(specifier, folder)).toEqual([])
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
    expect(await happenings(pathToFileURL(file).href, '.')).toEqual([expected])
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

/** Imports a module in a process of its own and lists what happened besides. */
async function happenings(specifier: string, cwd: string): Promise<string[]> {
  const probe = resolve('guards/test/importProbe.mjs')
  // The specifier is resolved from the room itself: a package may import its own doors.
  const entry = join(folder(), 'entry.mjs')
  const target = specifier.startsWith('@') ? await resolveFrom(specifier, cwd) : specifier
  writeFileSync(entry, `await import(${JSON.stringify(target)})\n`)
  const tsx = pathToFileURL(resolve('node_modules/tsx/dist/esm/index.mjs')).href
  const args = ['--conditions=@latchkey/source', '--import', tsx, probe, pathToFileURL(entry).href]
  const output = await run(args, resolve(cwd))
  const last = output.trim().split('\n').at(-1) ?? '[]'
  return (JSON.parse(last) as string[]).filter((what) => !known.has(what))
}

async function resolveFrom(specifier: string, cwd: string): Promise<string> {
  const script = `console.log(import.meta.resolve(${JSON.stringify(specifier)}))`
  return (await run(['--conditions=@latchkey/source', '--input-type=module', '-e', script], resolve(cwd))).trim()
}

function run(args: string[], cwd: string): Promise<string> {
  return new Promise((done, fail) =>
    execFile(process.execPath, args, { cwd, timeout: 45_000 }, (error, out, err) =>
      error ? fail(new Error(`${error.message}\n${err}`)) : done(out),
    ),
  )
}
