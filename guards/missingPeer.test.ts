import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build as esbuild } from 'esbuild'
import { type InlineConfig, build as vite } from 'vite'
import { describe, expect, it, onTestFinished } from 'vitest'

const context = `{ chain: { id: 'x', name: 'X' }, rpcUrls: [] }`
const transfer = `{ from: '11111111111111111111111111111111', to: '11111111111111111111111111111111', amount: 1n }`

const families = [
  {
    family: 'solana',
    specifier: '@latchkey/solana',
    peer: '@solana/kit',
    use: `toTransaction(${context}, ${transfer})`,
  },
] as const

/** A folder where all is installed that the packages need, but for one optional peer. */
function appWithout(peer: string, source: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-peer-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  for (const name of packagesIn('node_modules')) {
    if (name === peer || name.startsWith('@latchkey/')) continue
    link(resolve('node_modules', name), join(folder, 'node_modules', name))
  }
  for (const name of ['protocol', 'core', 'solana']) {
    const [from, to] = [resolve('packages', name), join(folder, 'node_modules', '@latchkey', name)]
    for (const part of ['src', 'package.json']) link(join(from, part), join(to, part))
    for (const nested of packagesIn(join(from, 'node_modules'))) {
      if (nested !== peer) link(join(from, 'node_modules', nested), join(to, 'node_modules', nested))
    }
  }
  writeFileSync(join(folder, 'package.json'), '{"name":"app","private":true,"type":"module"}')
  writeFileSync(join(folder, 'main.js'), source)
  return folder
}

function packagesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    if (name.startsWith('.')) return []
    return name.startsWith('@') ? readdirSync(join(folder, name)).map((part) => `${name}/${part}`) : [name]
  })
}

function link(from: string, to: string): void {
  mkdirSync(join(to, '..'), { recursive: true })
  symlinkSync(from, to)
}

/** An app of one family, which asks for what needs its peer. */
const appOf = ({ family, specifier, use }: (typeof families)[number]) =>
  `import { ${family} } from '${specifier}'\nexport const send = () => ${family}().${use}\n`

const quiet: InlineConfig = { configFile: false, logLevel: 'silent' }
// The links stand for an installation: what they lead to must not be looked for where they lead.
const asInstalled = { preserveSymlinks: true, conditions: ['@latchkey/source', 'module', 'browser', 'production'] }

describe('an app without an optional peer', () => {
  it.each(families)('behavior: $family builds with Vite, and names $peer when it is needed', async (family) => {
    const folder = appWithout(family.peer, appOf(family))
    const lib = { entry: join(folder, 'main.js'), formats: ['es' as const], fileName: 'app' }
    await vite({ ...quiet, root: folder, resolve: asInstalled, build: { lib, minify: false } })
    const { send } = await import(pathToFileURL(join(folder, 'dist', 'app.js')).href)
    await expect(send()).rejects.toMatchObject({
      code: 'PEER_MISSING',
      message: expect.stringMatching(
        `^${family.family}\\(\\) needs ${family.peer} to send, and it is not installed\\. Run: npm install ${family.peer}\\n\\nDocs: https://`,
      ),
    })
  })

  it.each(families)('error: $family is refused by esbuild with one error, which names $peer', async (family) => {
    const folder = appWithout(family.peer, appOf(family))
    const failure = await esbuild({
      absWorkingDir: folder,
      entryPoints: ['main.js'],
      bundle: true,
      splitting: true,
      format: 'esm',
      outdir: 'dist',
      preserveSymlinks: true,
      conditions: ['@latchkey/source'],
      logLevel: 'silent',
    }).then(
      () => undefined,
      (error) => error,
    )
    expect(failure.errors.map(({ text }: { text: string }) => text)).toEqual([`Could not resolve "${family.peer}"`])
  })

  it.each(families)('behavior: $family says in Node what to install', async (family) => {
    const folder = appWithout(family.peer, appOf(family))
    const code = `import('./main.js').then(({ send }) => send()).catch(({ code, message }) => console.log(code, message))`
    const args = ['--preserve-symlinks', '--conditions=@latchkey/source', '--import=tsx', '--eval', code]
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder })
    expect(stdout.split('\n')[0]).toBe(
      `PEER_MISSING ${family.family}() needs ${family.peer} to send, and it is not installed. Run: npm install ${family.peer}`,
    )
  })
})
