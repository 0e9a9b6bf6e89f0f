import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packWords } from '../packWords.js'

const here = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'latchkey-frame-'))
const first = join(folder, 'first')

async function buildAt(root: string, outDir: string): Promise<void> {
  await build({
    configFile: join(root, 'vite.config.ts'),
    root,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  })
}
function filesOf(site: string): string[] {
  return readdirSync(site, { recursive: true })
    .map((path) => String(path).replaceAll('\\', '/'))
    .filter((path) => statSync(join(site, path)).isFile())
    .sort()
}
const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
const hashesOf = (site: string) => Object.fromEntries(filesOf(site).map((path) => [path, sha256(join(site, path))]))
const read = (path: string) => readFileSync(join(first, path), 'utf8')
/** The files that a built file imports at once, as paths in the site. */
const staticImportsOf = (path: string) =>
  [...read(path).matchAll(/(?:^|[;}])(?:import|export)(?:[^;"'()]*?from)?"(\.{1,2}\/[^"]+\.js)"/g)].map(([, to = '']) =>
    posix.join(posix.dirname(path), to),
  )

beforeAll(() => buildAt(here, first), 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the built pages', () => {
  it('[SEC-D-02][SEC-U-05] are the same bytes from two clean folders, at other places, times and settings', () => {
    const copies = [
      { at: join(folder, 'one'), env: { TZ: 'Asia/Tokyo', NODE_ENV: 'production', LC_ALL: 'C' } },
      {
        at: join(folder, 'two', 'further', 'down'),
        env: { TZ: 'America/Lima', NODE_ENV: 'development', LC_ALL: 'C.UTF-8' },
      },
    ]
    const isSource = (path: string) => !/\/(node_modules|dist)$/.test(path)
    const [one, two] = copies.map(({ at, env }, index) => {
      const root = join(at, 'apps', 'frame')
      mkdirSync(root, { recursive: true })
      cpSync(here, root, { recursive: true, filter: isSource })
      const changed = new Date(Date.UTC(2001 + 20 * index, 1, 1))
      for (const path of filesOf(root)) utimesSync(join(root, path), changed, changed)
      for (const name of ['node_modules', 'tsconfig.base.json'])
        symlinkSync(join(here, '..', '..', name), join(at, name))
      const protocol = join('packages', 'protocol')
      cpSync(join(here, '..', '..', protocol), join(at, protocol), { recursive: true, filter: isSource })
      mkdirSync(join(root, 'node_modules', '@latchkey'), { recursive: true })
      symlinkSync(join(at, protocol), join(root, 'node_modules', '@latchkey', 'protocol'))
      for (const name of readdirSync(join(here, 'node_modules')))
        if (name.startsWith('@')) symlinkSync(join(here, 'node_modules', name), join(root, 'node_modules', name))
      const site = join(at, 'site')
      const vite = join(at, 'node_modules', 'vite', 'bin', 'vite.js')
      const args = [vite, 'build', root, '--outDir', site]
      const said = execFileSync(process.execPath, args, {
        cwd: at,
        env: { PATH: process.env.PATH, ...env },
        encoding: 'utf8',
      })
      return { said, files: hashesOf(site) }
    })
    expect(one?.files).toEqual(hashesOf(first))
    expect(two?.files).toEqual(one?.files)
    // What the build says is the hash that anybody makes of the served file.
    const hash = one?.files['frame-release.json']
    expect(one?.said).toContain(`Frame 0.1.0, sha256 ${hash}\n`)
    expect(two?.said).toContain(`Frame 0.1.0, sha256 ${hash}\n`)
  })

  it('[SEC-D-02] come with a release that names every file by its SHA-256', () => {
    const { 'frame-release.json': _, ...files } = hashesOf(first)
    expect(Object.keys(files).length).toBeGreaterThan(30)
    expect(JSON.parse(read('frame-release.json'))).toEqual({ version: '0.1.0', files })
  })

  it('run under a policy that lets only files of their own through', () => {
    const pages = filesOf(first).filter((path) => path.endsWith('.html'))
    expect(pages).toContain('index.html')
    for (const page of pages) {
      const html = read(page)
      const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
      expect(scripts.length).toBeGreaterThan(0)
      for (const [, attributes = '', text = ''] of scripts) {
        if (/type="application\/json"/.test(attributes)) expect(text.trim()).toBe('')
        else expect([/ src="\/f\/[\w-]{8}\/[\w.-]+\.js"/.test(attributes), text]).toEqual([true, ''])
      }
      expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|https?:\/\//)
      for (const [, href = ''] of html.matchAll(/<link\b[^>]* href="([^"]*)"/g))
        expect(href).toMatch(/^\/(f\/|images\/favicon\.png$)/)
    }
  })

  it('[SEC-U-06] name each file after what it holds, evaluate nothing and hold no map back to the sources', () => {
    const files = filesOf(first).filter(
      (path) => !path.endsWith('.html') && !['images/favicon.png', 'frame-release.json'].includes(path),
    )
    expect(files.filter((path) => !/^f\/[\w-]{8}\/[\w.-]+\.(js|css)$/.test(path))).toEqual([])
    for (const path of files) {
      expect([path, /sourceMappingURL|new Function\(|\beval\(/.test(read(path)), read(path).includes(here)]).toEqual([
        path,
        false,
        false,
      ])
    }
  })

  it('import each other in no circle: a lazy file could run before what it needs, and every approval would fail', () => {
    const imports = new Map(
      filesOf(first)
        .filter((path) => path.endsWith('.js'))
        .map((path) => [path, staticImportsOf(path)]),
    )
    const circles: string[] = []
    const follow = (path: string, way: readonly string[]) => {
      if (way.includes(path)) circles.push([...way, path].join(' → '))
      else for (const next of imports.get(path) ?? []) follow(next, [...way, path])
      // What leads into no circle need not be followed from another file.
      imports.delete(path)
    }
    expect([...imports.values()].flat().length).toBeGreaterThan(100)
    for (const path of [...imports.keys()]) follow(path, [])
    expect(circles).toEqual([])
  })

  it('hold the words of a recovery phrase, each as the list has it', async () => {
    const { transform } = packWords()
    const code = await (transform as unknown as { handler(): Promise<string> }).handler()
    const unpacked: object = await import(`data:text/javascript,${encodeURIComponent(code)}`)
    expect({ ...unpacked }).toEqual({ wordlist })
    const holders = filesOf(first).filter((path) => path.endsWith('.js') && /zoo\b/.test(read(path)))
    expect(holders).toEqual([])
    const packed = filesOf(first).filter((path) => path.endsWith('.js') && read(path).includes('0abandon2ility2le'))
    expect(packed.map((path) => path.split('/').at(-1)).sort()).toEqual(['exportMain.js', 'main.js', 'recover.js'])
  })

  it('[SEC-C-02] load a worker that cannot show words into the embedded page', () => {
    const names = reachedFrom('index.html').map((path) => path.split('/').at(-1))
    expect(names).toContain('main.js')
    expect(names).not.toContain('exportMain.js')
  })

  it('[SEC-U-04] lock the worker down before any other code of it runs', () => {
    const workers = filesOf(first).filter(
      (path) => /\/(main|exportMain)\.js$/.test(path) && read(path).includes('onmessage'),
    )
    expect(workers).toHaveLength(2)
    for (const path of workers) {
      const text = read(path)
      // Imports would run first.
      expect(text).not.toMatch(/(^|[;\n}])\s*(import\s*["'{*]|import\s+\w|export\s[^;]*from)/)
      const places = ['WeakRef|ArrayBuffer', 'configurable:!1,writable:!1', 'LatchkeyError`'].map((part) =>
        text.indexOf(part),
      )
      expect(places).toEqual([...places].sort((a, b) => a - b))
      expect(places[0]).toBeGreaterThan(0)
      expect(places[0]).toBeLessThan(100)
    }
  })

  it('take no recovery code, change no factor, browser or address, and delete nothing, in the embedded page: none of its files could', () => {
    const marks = {
      'reads a recovery code': /0123456789ABCDEFGHJKMNPQRSTVWXYZ/,
      'has a box for it': /["'`]textarea["'`],\s*\{/,
      'changes the address': /email\/change/,
      'removes a browser': /auth\/devices\/|["'`]DELETE["'`]/,
      'replaces the key': /\/rotate/,
      'deletes the account': /vault\/deletion/,
      'links or removes a login': /auth\/logins|recovery\/link/,
    }
    const found = (page: string) => {
      const texts = reachedFrom(page).map(read)
      return Object.entries(marks).flatMap(([name, mark]) => (texts.some((text) => mark.test(text)) ? [name] : []))
    }
    expect(found('index.html')).toEqual([])
    // The marks are those of what the wallet's own windows do.
    expect(found('security.html')).toEqual(Object.keys(marks))
    expect(found('passkey.html')).toEqual([])
    expect(found('restore.html')).toEqual(['reads a recovery code', 'has a box for it'])
  })

  it('take no more than 124.3 kB by gzip for /sdk, its worker and what the first request loads, whichever that is', () => {
    const sizeOf = (paths: Iterable<string>) =>
      [...paths].reduce((sum, path) => sum + gzipSync(readFileSync(join(first, path))).length, 0)
    const named = (name: string, holds = '') =>
      filesOf(first).filter((path) => path.endsWith(`/${name}.js`) && read(path).includes(holds))
    const [script = ''] = /f\/[\w-]{8}\/index\.js/.exec(read('index.html')) ?? []
    const styles = [...read('index.html').matchAll(/href="\/(f\/[^"]*\.css)"/g)].map(([, path = '']) => path)
    // The worker is the one file of that name that the browser starts; the other gives the page its address.
    const worker = named('main', 'onmessage')
    expect([worker.length, styles.length > 0]).toEqual([1, true])
    const opened = ['index.html', ...styles, ...worker, ...importsOf(script)]
    // Bitcoin's code comes only with a PSBT, which no page can ask for by a request.
    const families = {
      'a read': ['ask'],
      'a question after assets': ['ask', 'rpcAssets'],
      'an EVM transaction': ['ask', 'askEvm', 'sendTransaction'],
      'a bundle of calls': ['ask', 'askEvm', 'sendCalls'],
      'a message': ['ask', 'askEvm', 'personalSign'],
      'typed data': ['ask', 'askEvm', 'prepareTypedData'],
      'a Solana message': ['ask', 'rpcSolana', 'prepareSolanaMessage'],
      'a Solana transaction': ['ask', 'rpcSolana', 'signSolana'],
    }
    const sizes = Object.entries(families).map(([name, chunks]) => {
      const later = chunks.flatMap((chunk) => named(chunk))
      expect([name, later.length]).toEqual([name, chunks.length])
      return [name, sizeOf(new Set([...opened, ...later.flatMap(importsOf)]))] as const
    })
    expect(sizes.filter(([, size]) => size > 124_300)).toEqual([])
  })
})

/** Every script of a page, those that it loads later and those of its worker among them. */
function reachedFrom(page: string): string[] {
  const files = new Set(filesOf(first))
  const reached = new Set([/src="\/(f\/[^"]*)"/.exec(read(page))?.[1] ?? ''])
  for (const path of reached)
    for (const [, next = ''] of read(path).matchAll(/["'`](?:\/|\.\.\/|\.\/)?(?:f\/)?([\w-]{8}\/[\w.-]+\.js)["'`]/g))
      if (files.has(`f/${next}`)) reached.add(`f/${next}`)
  return [...reached]
}

/** A script with all that it imports at once. */
function importsOf(script: string): string[] {
  const reached = new Set([script])
  for (const path of reached)
    for (const [, next = ''] of read(path).matchAll(
      /\b(?:from|import)\s*["'](?:\/f\/|\.\.\/)([\w-]{8}\/[\w.-]+\.js)["']/g,
    ))
      reached.add(`f/${next}`)
  return [...reached]
}
